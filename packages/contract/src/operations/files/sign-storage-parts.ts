import { defineOperation } from '../../operation/operation.js';
import { Type } from '../../schema/type.js';

const partNumber = Type.Integer({ minimum: 1, maximum: 10_000, description: 'Part number, from 1' });
const size = text('Size in bytes');

import { ids } from '../../operation/example-values.js';
import { list, model, requiredText, subProjectId, text, timestamp } from '../../schema/common.js';

export const signStorageParts = defineOperation({
  id: 'signStorageParts',
  method: 'POST',
  path: '/v1/process/knowledges/signStorageParts',
  tag: 'Files',
  summary: 'Sign parts of an upload',
  description:
    'Returns a temporary address for each requested part, to which the part is sent by PUT, and lists the parts that are already uploaded. To continue an interrupted upload, call it without partNumbers.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({
    subProjectId,
    fileId: requiredText('Id of the file'),
    partNumbers: Type.Optional(Type.Array(partNumber, { maxItems: 100, description: 'Numbers of the parts to sign' })),
  }),
  response: Type.Object({
    size: text('Size of the file in bytes'),
    partSize: text('Size in bytes of every part except the last'),
    partCount: text('Number of parts'),
    parts: list(
      model('SignedPart', 'The signed address of a part', {
        partNumber,
        size,
        url: text('Address to PUT the part to. The body must have exactly size bytes'),
        expiresTs: timestamp('When the address expires'),
      }),
      'Addresses of the requested parts',
    ),
    uploaded: list(
      model('UploadedPart', 'A part that was uploaded', { partNumber, size }),
      'Uploaded parts, by number',
    ),
  }),
  errors: [1200, 1202, 1206, 1704, 1709, 1715, 1720],
  process: { unknown: { id: 1200, status: 404 }, outside: 1704 },
  example: {
    request: { subProjectId: ids.subProjectId, fileId: ids.fileId, partNumbers: [1, 2, 3] },
  },
});
