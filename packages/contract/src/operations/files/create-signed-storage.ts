import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { model, optionalText, text } from '../../schema/common.js';
import { reservedFileSchema, uploadTarget } from '../../schema/file.js';
import { Type } from '../../schema/type.js';

export const createSignedStorage = defineOperation({
  id: 'createSignedStorage',
  method: 'POST',
  path: '/v1/process/knowledges/createSignedStorage',
  tag: 'Files',
  summary: 'Create a signed upload',
  description: 'Reserves a file and returns the signed form with which to upload it straight to the object storage.',
  extension: false,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({
    ...uploadTarget,
    processId: optionalText('Extension: id of a process to attach the file to'),
    stageKey: optionalText('Extension: key of a stage to attach the file to'),
    fieldName: optionalText(
      'Extension: name of a field of format file, or a list of them, that the file is for. The size and type limits of the field apply to the upload',
    ),
    size: optionalText(
      'Extension: size of the file in bytes, a decimal string. The upload must have exactly this size, and only this much of the quota is reserved',
    ),
    sha256: optionalText('Extension: SHA-256 of the file in hex. The upload is rejected when it differs'),
  }),
  response: Type.Object({
    file: reservedFileSchema,
    aws: model('SignedUpload', 'The signed upload form', {
      url: text('Address to POST the form to'),
      fields: Type.Object(
        {},
        {
          additionalProperties: Type.String(),
          description: 'Form fields. Send them exactly as returned, before the file',
        },
      ),
    }),
  }),
  errors: [1200, 1202, 1206, 1704, 1709, 1720, 1721],
  otherStatuses: { 1200: 404, 1709: 400 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1206 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      fileName: 'invoice.pdf',
      mimeType: 'application/pdf',
      pluginName: 'knowledgeRepo',
    },
    answer: {
      file: { id: ids.fileId, fileName: 'invoice.pdf', locked: true },
      aws: {
        url: 'http://127.0.0.1:9000/millrace',
        fields: {
          key: `${ids.subProjectId}/${ids.fileId}/invoice.pdf`,
          'Content-Type': 'application/pdf',
          Policy: 'eyJleHBpcmF0aW9uIjoi…',
          'X-Amz-Signature': '9f86d081884c7d65…',
        },
      },
    },
  },
});
