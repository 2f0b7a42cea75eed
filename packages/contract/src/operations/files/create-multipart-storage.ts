import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText, text } from '../../schema/common.js';
import { reservedFileSchema, uploadTarget } from '../../schema/file.js';
import { Type } from '../../schema/type.js';

export const createMultipartStorage = defineOperation({
  id: 'createMultipartStorage',
  method: 'POST',
  path: '/v1/process/knowledges/createMultipartStorage',
  tag: 'Files',
  summary: 'Create an upload in parts',
  description:
    'Reserves a file that is uploaded in parts straight to the object storage. Use it for large files and unreliable networks: parts are signed with signStorageParts and can be sent in any order, repeated, and continued after a pause.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({
    ...uploadTarget,
    size: requiredText('Size of the file in bytes, a decimal string. The upload must have exactly this size'),
    processId: optionalText('Id of a process to attach the file to'),
    stageKey: optionalText('Key of a stage to attach the file to'),
    fieldName: optionalText(
      'Name of a field of format file, or a list of them, that the file is for. Its size and type limits apply',
    ),
    sha256: optionalText('SHA-256 of the file in hex. The upload is rejected when it differs'),
  }),
  response: Type.Object({
    file: reservedFileSchema,
    partSize: text('Size in bytes of every part except the last'),
    partCount: text('Number of parts'),
  }),
  errors: [1200, 1202, 1206, 1709, 1720, 1721],
  otherStatuses: { 1200: 404, 1709: 400 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1206 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      fileName: 'invoice.pdf',
      mimeType: 'application/pdf',
      pluginName: 'knowledgeRepo',
      size: '20971520',
    },
    answer: { file: { id: ids.fileId, fileName: 'invoice.pdf', locked: true }, partSize: '8388608', partCount: '3' },
  },
});
