import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, optionalText, requiredText, statusSchema, subProjectId, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

const count = (description: string) => text(`${description}, a decimal string`);

export const deleteProcess = defineOperation({
  id: 'deleteProcess',
  method: 'POST',
  path: '/v1/process/deleteProcess',
  tag: 'Processes',
  summary: 'Delete a process for good',
  description:
    'Erases a process with its runs, tasks, messages, comments and the files that no other process has. The audit log keeps who did what and when, without the values, and a row that says who deleted the process and why. It cannot be undone. Send If-Match with a version to delete only what you have seen.',
  extension: true,
  permission: { kind: 'role', grant: 'process.delete', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    reason: optionalText('Reason, kept in the audit log'),
    endRuns: Type.Optional(flag('true: also when the process has unfinished runs. Default: false')),
    dryRun: Type.Optional(flag('true: say what would be deleted, and delete nothing')),
  }),
  response: Type.Object({
    ...statusSchema.properties,
    runs: count('Runs of the process'),
    unfinishedRuns: count('Those of them that have not ended'),
    files: count('Files that only this process has'),
    sharedFiles: count('Files that other processes have too, which stay'),
  }),
  errors: [1200, 1202, 1203, 1207, 1210, 1221, 1232, 1712, 1008, 1009],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId, reason: 'Request for erasure of 2 November' },
    answer: {
      status: 'success',
      message: 'Process deleted.',
      runs: '1',
      unfinishedRuns: '0',
      files: '2',
      sharedFiles: '0',
    },
  },
});
