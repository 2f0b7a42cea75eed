import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, list, optionalText, subProjectId } from '../../schema/common.js';
import { coveredDiagramSchema, scenarioFindingSchema, scenarioResultSchema } from '../../schema/scenarios/scenario.js';
import { findingSchema } from '../../schema/sub-project.js';
import { Type } from '../../schema/type.js';

export const testSubProject = defineOperation({
  id: 'testSubProject',
  method: 'POST',
  path: '/v1/process/projects/testSubProject',
  tag: 'Sub-projects',
  summary: 'Run scenarios',
  description:
    'Runs scenarios of workflows as `millrace test` does: with the engine and the rules of the server, a simulated clock, and results of jobs that the scenarios give. The document and its files need not be deployed. No process is read, nothing is changed and nothing is sent.',
  extension: true,
  permission: { kind: 'role', grant: 'project.design', denied: 1209 },
  body: Type.Object({
    subProjectId,
    document: Type.String({
      minLength: 1,
      maxLength: 4_194_304,
      contentMediaType: 'application/yaml',
      description: 'The configuration as YAML or JSON text. An object is taken as its JSON text',
    }),
    files: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: Type.String({ maxLength: 8_388_608 }),
          description: 'BPMN and DMN files and tests of decisions, by the names that the document uses',
        },
      ),
    ),
    scenarios: Type.Object(
      {},
      {
        additionalProperties: Type.String({ maxLength: 1_048_576 }),
        maxProperties: 200,
        description: 'Files of scenarios by name, YAML or JSON text',
      },
    ),
    only: optionalText('Run only scenarios whose name, or the name of whose file, has this text. Default: all'),
    trace: Type.Optional(
      flag('Add to the first scenario what is open after it, its variables and its timeline. Default false'),
    ),
  }),
  response: Type.Object({
    passed: flag('true when there are no errors and every scenario passed or was skipped'),
    configurationErrors: list(findingSchema, 'What keeps the document from being deployed; then no scenario runs'),
    errors: list(scenarioFindingSchema, 'What is wrong with files of scenarios. Those of such a file do not run'),
    scenarios: list(scenarioResultSchema, 'The scenarios, in the order of their files'),
    coverage: list(coveredDiagramSchema, 'How much of each diagram the scenarios have passed'),
  }),
  errors: [1200, 1202, 1209, 1232],
  bodyLimit: 33_554_432,
  heavy: true,
  example: {
    request: {
      subProjectId: ids.subProjectId,
      document: 'name: Travel requests\nstages:\n  - { key: request, name: Request, default: true }\n',
      files: {},
      scenarios: {},
    },
  },
});
