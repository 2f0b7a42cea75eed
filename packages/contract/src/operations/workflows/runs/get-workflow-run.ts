import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, subProjectId } from '../../../schema/common.js';
import { runDetailSchema } from '../../../schema/run-detail.js';
import { Type } from '../../../schema/type.js';
import { runSchema } from '../../../schema/workflow.js';

export const getWorkflowRun = defineOperation({
  id: 'getWorkflowRun',
  method: 'GET',
  path: '/v1/process/workflows/getWorkflowRun',
  tag: 'Operators',
  summary: 'Inspect a run',
  description: 'Returns a run with its variables, open tasks, jobs, timers, waits and incidents.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({ subProjectId, runId: requiredText('Id of the run') }),
  response: Type.Object({ run: runSchema, detail: runDetailSchema }),
  errors: [1200, 1202, 1205, 1210],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, runId: ids.runId },
  },
});
