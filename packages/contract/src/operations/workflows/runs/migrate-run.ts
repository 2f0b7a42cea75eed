import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText, requiredText, subProjectId } from '../../../schema/common.js';
import { migrationMapping } from '../../../schema/run-modification.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const migrateRun = defineOperation({
  id: 'migrateRun',
  method: 'POST',
  path: '/v1/process/workflows/migrateRun',
  tag: 'Operators',
  summary: 'Migrate a run',
  description:
    'Moves a run to another version of its workflow. Rejected, with the reasons, when the run cannot continue in that version.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    runId: requiredText('Id of the run'),
    version: optionalText('Target version number. Default: the current version'),
    mapping: migrationMapping('New element ids by old element ids, for elements whose id has changed'),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1209 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      runId: ids.runId,
      version: '2',
      mapping: { Task_Approve: 'Task_Decide' },
    },
  },
});
