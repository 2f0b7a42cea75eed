import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, optionalText, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const deleteStorage = defineOperation({
  id: 'deleteStorage',
  method: 'POST',
  path: '/v1/process/knowledges/deleteStorage',
  tag: 'Files',
  summary: 'Delete or recover files',
  description:
    'Deletes files, or recovers deleted files. Either all files are changed or none; repeating the request has no further effect.',
  extension: false,
  permission: { kind: 'role', grant: 'file.delete', denied: 1207 },
  body: Type.Object({
    fileIds: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Ids of the files',
    }),
    recover: Type.Optional(
      Type.Boolean({ default: false, description: 'true recovers the files, false deletes them. Default false' }),
    ),
    subProjectId: optionalText('Extension: id of the sub-project that all files must belong to'),
  }),
  response: Type.Object({
    success: flag('Always true'),
    message: text('What was done'),
  }),
  errors: [1200, 1207, 1704, 1712],
  process: { unknown: { id: 1200, status: 404 }, outside: 1704 },
  example: {
    request: { fileIds: [ids.fileId], recover: false },
    answer: { success: true, message: '1 file deleted.' },
  },
});
