import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const attachFile = defineOperation({
  id: 'attachFile',
  method: 'POST',
  path: '/v1/process/knowledges/attachFile',
  tag: 'Files',
  summary: 'Attach a file to a process',
  description:
    'Attaches a closed file that the caller sees, or has uploaded, to a process. Everybody who sees the process sees it then. Attaching it again changes nothing.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    fileId: requiredText('Id of the file'),
  }),
  response: statusSchema,
  errors: [1200, 1202, 1210, 1221, 1704],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId, fileId: ids.fileId },
    answer: { status: 'success', message: 'File attached.' },
  },
});
