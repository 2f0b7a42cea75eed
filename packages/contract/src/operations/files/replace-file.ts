import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { count, requiredText, subProjectId, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const replaceFile = defineOperation({
  id: 'replaceFile',
  method: 'POST',
  path: '/v1/process/knowledges/replaceFile',
  tag: 'Files',
  summary: 'Replace a file of a process by a newer version',
  description:
    'Makes a closed file that the caller sees, or has uploaded, the newest version of a file of a process. It is attached to the process; the version before stays attached, and fields that name it go on naming it. A file that has a newer version is refused (1009): replace the newest. Repeating it changes nothing.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    fileId: requiredText('Id of the newest version, which is attached to the process'),
    newFileId: requiredText('Id of the file that becomes the newest version'),
  }),
  response: Type.Object({
    status: text('Always "success"'),
    message: text('What was done'),
    version: count('Number of the new version'),
  }),
  errors: [1009, 1200, 1202, 1210, 1221, 1232, 1704],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId, fileId: ids.fileId, newFileId: ids.fileId },
    answer: { status: 'success', message: 'Version 2 is the newest now.', version: '2' },
  },
});
