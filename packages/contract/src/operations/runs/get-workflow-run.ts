import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { runDetailSchema } from '../../schema/run-detail.js';
import { runSchema } from '../../schema/workflow.js';

export const getWorkflowRun = defineOperation({
  id: 'getWorkflowRun',
  method: 'GET',
  path: '/v1/process/workflows/getWorkflowRun',
  tag: 'Operators',
  summary: 'Inspect a run',
  description: 'Returns a run with its variables, open tasks, jobs, timers, waits and incidents.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({ subProjectId: requiredText('Sub-project'), runId: requiredText('Run') }),
  response: Type.Object({ run: runSchema, detail: runDetailSchema }),
  errors: [1200, 1202, 1205, 1210],
});
