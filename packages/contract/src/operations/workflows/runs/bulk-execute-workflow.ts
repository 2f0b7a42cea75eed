import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { bulkExecutionDryRunSchema } from '../../../schema/bulk.js';
import { flag, jsonObject, optionalText, requiredText, subProjectId, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const bulkExecuteWorkflow = defineOperation({
  id: 'bulkExecuteWorkflow',
  method: 'POST',
  path: '/v1/process/workflows/bulkExecuteWorkflow',
  tag: 'Workflows',
  summary: 'Execute a workflow on many processes',
  description:
    'Starts, in the background, one run on every process that matches the filters and that the caller may see and execute the workflow on. Each run is started as by executeWorkflow, with the permissions the caller has at that time. A process on which no run can be started is reported and does not stop the others.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    filters: jsonObject('Filters as in getProcess, without subProjectId_id. {} selects all processes'),
    stageKey: requiredText('Key of the stage where the workflow is configured'),
    workflowId: requiredText('Id of the workflow'),
    otherDetails: Type.Optional(
      jsonObject('Context of the runs, available in the workflow as the variable otherDetails'),
    ),
    reason: optionalText('Reason, kept in the audit log'),
    dryRun: Type.Optional(
      flag('true: no run is started; the answer says what would become of runs on the newest 200 matches'),
    ),
  }),
  response: Type.Object({
    bulkId: text('Id of the bulk operation, for getBulkOperation; empty for a dry run'),
    total: text('Number of processes that match now, a decimal string'),
    dryRun: Type.Optional(bulkExecutionDryRunSchema),
  }),
  errors: [1200, 1201, 1202, 1203, 1209, 1230, 1231, 1232],
  otherStatuses: { 1200: 404 },
  process: { leavesOut: 'it' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      filters: { state: 'INIT', priority: 'LOW' },
      stageKey: 'stage_init',
      workflowId: ids.workflowId,
      otherDetails: { source: 'month end' },
      reason: 'End of the month.',
    },
    answer: { bulkId: ids.bulkId, total: '120' },
  },
});
