import { flag, integer, list, model, orNull, text, texts, timestamp } from './common.js';
import { coverageMembers } from './decision.js';
import { Type } from './type.js';

export const subProjectSchema = model('SubProject', 'A sub-project', {
  id: text('Id of the sub-project, a UUID'),
  name: text('Name of the sub-project'),
  version: orNull(
    text('Current configuration version'),
    'Version of the current configuration; null before the first deployment',
  ),
  stages: list(
    model('Stage', 'A stage of processes', {
      key: text('Key of the stage'),
      name: text('Name of the stage'),
      default: flag('Whether new processes start in this stage'),
    }),
    'Stages, in the order of the configuration',
  ),
  createdTs: timestamp('When the sub-project was created'),
});

/** One remark about a place in the configuration or in one of its files. */
export const findingSchema = model('Finding', 'A remark about a place in the configuration or in one of its files', {
  path: text('JSON pointer in the document, or file name and element id'),
  line: Type.Optional(integer('Line in the text of the document or of the file, from 1')),
  message: text('What was found'),
});

export const deploymentSchema = model('Deployment', 'The result of a deployment', {
  subProjectId: text('Id of the sub-project'),
  version: text('Current version after the deployment'),
  changed: flag('false when the document was already deployed'),
  changes: texts('Differences from the previous version, as sentences'),
  warnings: list(findingSchema, 'Things that are allowed but probably not intended'),
  ignored: list(findingSchema, 'Extension attributes that have no effect in Millrace'),
  workflows: list(
    model('DeployedWorkflow', 'A workflow of the deployed version', {
      key: text('Key of the workflow in the document'),
      id: text('Id of the workflow'),
      name: text('Name of the workflow'),
    }),
    'Workflows of the deployed version',
  ),
  decisions: Type.Optional(
    list(
      model('DeployedDecisions', 'A DMN file of the deployed version', {
        key: text('Key of the DMN file in the document'),
        version: text('Version of the DMN file'),
        decisionIds: texts('Ids of its decisions'),
        tests: integer('Number of its tests, all of which passed'),
        coverage: model(
          'DecisionCoverage',
          'How often the rules of the decisions applied in its tests',
          coverageMembers,
        ),
      }),
      'DMN files of the deployed version. Present when the document has decisions',
    ),
  ),
});

export const subProjectConfigurationSchema = model('SubProjectConfiguration', 'A deployed configuration', {
  subProjectId: text('Id of the sub-project'),
  version: text('Version number of the configuration'),
  document: text('The document as deployed, YAML or JSON text'),
  files: Type.Object({}, { additionalProperties: Type.String(), description: 'BPMN and DMN files and tests by name' }),
  createdTs: timestamp('When the configuration was deployed'),
  indexes: Type.Optional(
    list(
      model('FieldIndex', 'The index of a field', {
        field: text('Name of the field'),
        state: Type.Union([Type.Literal('building'), Type.Literal('ready'), Type.Literal('failed')], {
          description: 'Whether the index is being built, can be used, or could not be built',
        }),
        reason: Type.Optional(text('Why it could not be built')),
      }),
      'Indexes of the fields with x-indexed. Present for the current version',
    ),
  ),
});
