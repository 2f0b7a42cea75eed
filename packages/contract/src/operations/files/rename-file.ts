import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const renameFile = defineOperation({
  id: 'renameFile',
  method: 'POST',
  path: '/v1/process/knowledges/renameFile',
  tag: 'Files',
  summary: 'Rename a file',
  description: 'Gives a closed file that the caller sees another name. Downloads have the new name at once.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1207 },
  body: Type.Object({
    subProjectId,
    fileId: requiredText('Id of the file'),
    fileName: requiredText('New name, at most 255 characters'),
  }),
  response: statusSchema,
  errors: [1200, 1202, 1207, 1704, 1712],
  process: { unknown: { id: 1704 }, outside: 1704 },
  example: {
    request: { subProjectId: ids.subProjectId, fileId: ids.fileId, fileName: 'invoice-2026-17.pdf' },
    answer: { status: 'success', message: 'File renamed.' },
  },
});
