import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const detachFile = defineOperation({
  id: 'detachFile',
  method: 'POST',
  path: '/v1/process/knowledges/detachFile',
  tag: 'Files',
  summary: 'Detach a file from a process',
  description:
    'Takes a file from a process without deleting it. A file that no process has any more is seen by who uploaded it, and by the administrator. While a field of the process that the caller reads names the file it is refused (1009): clear the field first.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1207 },
  body: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    fileId: requiredText('Id of the file'),
  }),
  response: statusSchema,
  errors: [1009, 1200, 1202, 1207, 1210, 1221, 1704, 1712],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId, fileId: ids.fileId },
    answer: { status: 'success', message: 'File detached.' },
  },
});
