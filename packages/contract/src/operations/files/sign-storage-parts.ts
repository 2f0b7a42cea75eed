import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, timestamp } from '../../schema/common.js';

const partNumber = Type.Integer({ minimum: 1, maximum: 10_000, description: 'From 1' });
const size = Type.String({ description: 'Size in bytes' });

export const signStorageParts = defineOperation({
  id: 'signStorageParts',
  method: 'POST',
  path: '/v1/process/knowledges/signStorageParts',
  tag: 'Files',
  summary: 'Sign parts of an upload',
  description:
    'Returns temporary addresses that each take one part by PUT, and which parts are at the storage already: a client that lost its place asks without part numbers and goes on.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    fileId: requiredText('File'),
    partNumbers: Type.Optional(Type.Array(partNumber, { maxItems: 100, description: 'Parts to sign' })),
  }),
  response: Type.Object({
    size: Type.String({ description: 'Size in bytes of the file' }),
    partSize: Type.String({ description: 'Size in bytes of every part but the last' }),
    partCount: Type.String({ description: 'Number of parts' }),
    parts: Type.Array(
      Type.Object({
        partNumber,
        size,
        url: Type.String({ description: 'Address of the PUT; the body must have exactly `size` bytes' }),
        expiresTs: timestamp('End of the signature'),
      }),
    ),
    uploaded: Type.Array(Type.Object({ partNumber, size }), { description: 'Parts at the storage, by number' }),
  }),
  errors: [1200, 1202, 1206, 1704, 1709, 1715],
});
