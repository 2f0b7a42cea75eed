import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { reservedFileSchema } from '../../schema/file.js';

export const createSignedStorage = defineOperation({
  id: 'createSignedStorage',
  method: 'POST',
  path: '/v1/process/knowledges/createSignedStorage',
  tag: 'Files',
  summary: 'Create a signed upload',
  description: 'Reserves a file and returns the signed form for its upload straight to the object storage (D29).',
  extension: false,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    fileName: requiredText('Target file name'),
    mimeType: requiredText('MIME type of the file'),
    pluginName: requiredText('Target storage plugin, e.g. knowledgeRepo'),
    processId: optionalText('Extension: attach to this process'),
    stageKey: optionalText('Extension: attach to this stage'),
    sha256: optionalText('Extension: hex SHA-256 that the upload must have'),
  }),
  response: Type.Object({
    file: reservedFileSchema,
    aws: Type.Object({
      url: Type.String({ description: 'Address of the form POST' }),
      fields: Type.Object(
        {},
        { additionalProperties: Type.String(), description: 'Form fields, to send exactly as returned' },
      ),
    }),
  }),
  errors: [1200, 1202, 1206, 1704, 1709],
});
