import { Type } from 'typebox';
import { timestamp } from './common.js';

export const subProjectSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.Union([Type.String({ description: 'Current configuration version' }), Type.Null()]),
    stages: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), default: Type.Boolean() })),
    createdTs: timestamp('Creation time'),
  },
  { title: 'SubProject' },
);

/** One remark about a place in the configuration or in a BPMN file. */
export const findingSchema = Type.Object(
  {
    path: Type.String({ description: 'JSON pointer in the document, or file name and element id' }),
    line: Type.Optional(Type.Integer({ description: 'Line in the document text, from 1' })),
    message: Type.String(),
  },
  { title: 'Finding' },
);

export const deploymentSchema = Type.Object(
  {
    subProjectId: Type.String(),
    version: Type.String({ description: 'Current version after the deployment' }),
    changed: Type.Boolean({ description: 'false when the document was deployed already' }),
    changes: Type.Array(Type.String(), { description: 'What differs from the version before' }),
    warnings: Type.Array(findingSchema),
    ignored: Type.Array(findingSchema, { description: 'Extension attributes that have no effect here' }),
    workflows: Type.Array(Type.Object({ key: Type.String(), id: Type.String(), name: Type.String() })),
  },
  { title: 'Deployment' },
);

export const subProjectConfigurationSchema = Type.Object(
  {
    subProjectId: Type.String(),
    version: Type.String(),
    document: Type.String({ description: 'The document as deployed' }),
    files: Type.Object({}, { additionalProperties: Type.String(), description: 'BPMN files by name' }),
    createdTs: timestamp('When it was deployed'),
    indexes: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(),
          state: Type.Union([Type.Literal('building'), Type.Literal('ready')]),
        }),
        { description: 'Of the current version: how far the indexes of fields with x-indexed are' },
      ),
    ),
  },
  { title: 'SubProjectConfiguration' },
);
