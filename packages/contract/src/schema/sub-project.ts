import { timestamp } from './common.js';
import { coverageMembers } from './decision.js';
import { Type } from './type.js';

export const subProjectSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the sub-project, a UUID' }),
    name: Type.String({ description: 'Name of the sub-project' }),
    version: Type.Union([Type.String({ description: 'Current configuration version' }), Type.Null()], {
      description: 'Version of the current configuration; null before the first deployment',
    }),
    stages: Type.Array(
      Type.Object({
        key: Type.String({ description: 'Key of the stage' }),
        name: Type.String({ description: 'Name of the stage' }),
        default: Type.Boolean({ description: 'Whether new processes start in this stage' }),
      }),
      { description: 'Stages, in the order of the configuration' },
    ),
    createdTs: timestamp('When the sub-project was created'),
  },
  { title: 'SubProject', description: 'A sub-project' },
);

/** One remark about a place in the configuration or in one of its files. */
export const findingSchema = Type.Object(
  {
    path: Type.String({ description: 'JSON pointer in the document, or file name and element id' }),
    line: Type.Optional(Type.Integer({ description: 'Line in the text of the document or of the file, from 1' })),
    message: Type.String({ description: 'What was found' }),
  },
  { title: 'Finding', description: 'A remark about a place in the configuration or in one of its files' },
);

export const deploymentSchema = Type.Object(
  {
    subProjectId: Type.String({ description: 'Id of the sub-project' }),
    version: Type.String({ description: 'Current version after the deployment' }),
    changed: Type.Boolean({ description: 'false when the document was already deployed' }),
    changes: Type.Array(Type.String(), { description: 'Differences from the previous version, as sentences' }),
    warnings: Type.Array(findingSchema, { description: 'Things that are allowed but probably not intended' }),
    ignored: Type.Array(findingSchema, { description: 'Extension attributes that have no effect in Millrace' }),
    workflows: Type.Array(
      Type.Object({
        key: Type.String({ description: 'Key of the workflow in the document' }),
        id: Type.String({ description: 'Id of the workflow' }),
        name: Type.String({ description: 'Name of the workflow' }),
      }),
      { description: 'Workflows of the deployed version' },
    ),
    decisions: Type.Optional(
      Type.Array(
        Type.Object({
          key: Type.String({ description: 'Key of the DMN file in the document' }),
          version: Type.String({ description: 'Version of the DMN file' }),
          decisionIds: Type.Array(Type.String(), { description: 'Ids of its decisions' }),
          tests: Type.Integer({ description: 'Number of its tests, all of which passed' }),
          coverage: Type.Object(coverageMembers, { description: 'How often the rules applied in its tests' }),
        }),
        { description: 'DMN files of the deployed version. Present when the document has decisions' },
      ),
    ),
  },
  { title: 'Deployment', description: 'The result of a deployment' },
);

export const subProjectConfigurationSchema = Type.Object(
  {
    subProjectId: Type.String({ description: 'Id of the sub-project' }),
    version: Type.String({ description: 'Version number of the configuration' }),
    document: Type.String({ description: 'The document as deployed, YAML or JSON text' }),
    files: Type.Object(
      {},
      { additionalProperties: Type.String(), description: 'BPMN and DMN files and tests by name' },
    ),
    createdTs: timestamp('When the configuration was deployed'),
    indexes: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'Name of the field' }),
          state: Type.Union([Type.Literal('building'), Type.Literal('ready'), Type.Literal('failed')], {
            description: 'Whether the index is being built, can be used, or could not be built',
          }),
          reason: Type.Optional(Type.String({ description: 'Why it could not be built' })),
        }),
        { description: 'Indexes of the fields with x-indexed. Present for the current version' },
      ),
    ),
  },
  { title: 'SubProjectConfiguration', description: 'A deployed configuration' },
);
