import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { reservedFileSchema } from '../../schema/file.js';

export const createMultipartStorage = defineOperation({
  id: 'createMultipartStorage',
  method: 'POST',
  path: '/v1/process/knowledges/createMultipartStorage',
  tag: 'Files',
  summary: 'Create an upload in parts',
  description:
    'Reserves a file that is uploaded in parts straight to the object storage: for large files and links that break. Its parts are signed with signStorageParts and can be sent in any order, again, and after a pause.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    fileName: requiredText('Target file name'),
    mimeType: requiredText('MIME type of the file'),
    pluginName: requiredText('Target storage plugin, e.g. knowledgeRepo'),
    size: requiredText('Size in bytes; the upload must have exactly this'),
    processId: optionalText('Attach to this process'),
    stageKey: optionalText('Attach to this stage'),
    sha256: optionalText('Hex SHA-256 that the upload must have'),
  }),
  response: Type.Object({
    file: reservedFileSchema,
    partSize: Type.String({ description: 'Size in bytes of every part but the last' }),
    partCount: Type.String({ description: 'Number of parts' }),
  }),
  errors: [1200, 1202, 1206, 1709],
});
