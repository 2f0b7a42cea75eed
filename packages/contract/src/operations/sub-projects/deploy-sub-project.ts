import { defineOperation } from '../../operation/operation.js';
import { count, flag, optionalText } from '../../schema/common.js';
import { deploymentSchema } from '../../schema/sub-project.js';
import { Type } from '../../schema/type.js';

export const deploySubProject = defineOperation({
  id: 'deploySubProject',
  method: 'POST',
  path: '/v1/process/projects/deploySubProject',
  tag: 'Sub-projects',
  summary: 'Deploy a configuration',
  description:
    'Validates a configuration document with its BPMN and DMN files, runs the tests of its decisions and makes it the current version of the sub-project. Deploying an unchanged document has no effect. With dryRun, nothing is saved. A role with `design` deploys to its own sub-project, which subProjectId names; what it grants others stays as it is: only the administrator creates a sub-project and changes `roles`, `members`, `events`, `hooks`, `storage` and `http`, or sends a secret that may go to any host.',
  extension: true,
  permission: { kind: 'role', grant: 'project.design', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    subProjectId: optionalText('Id of the sub-project. Default, for the administrator: the id in the document'),
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
    expectedVersion: Type.Optional(
      count(
        'Number of the version that the document is based on; 0: there is none yet. If another version is current, the answer is 1009. Default: no check',
      ),
    ),
    dryRun: Type.Optional(flag('Only validate and report the differences. Default false')),
  }),
  response: deploymentSchema,
  errors: [1200, 1202, 1207, 1232, 1009],
  bodyLimit: 33_554_432,
  heavy: true,
  example: {
    request: {
      document: 'name: Travel requests\nstages:\n  - { key: request, name: Request, default: true }\n',
      files: {},
      dryRun: true,
    },
  },
});
