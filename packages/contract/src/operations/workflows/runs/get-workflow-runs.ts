import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { metaSchema, optionalText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { runSchema } from '../../../schema/workflow.js';

export const getWorkflowRuns = defineOperation({
  id: 'getWorkflowRuns',
  method: 'GET',
  path: '/v1/process/getWorkflowRuns',
  tag: 'Workflows',
  summary: 'List workflow runs',
  description: 'Lists runs, newest first, optionally of one process, stage or workflow, or a single run.',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    processId: optionalText('Return only runs on this process'),
    stageKey: optionalText('Extension: return only runs started on this stage'),
    workflowId: optionalText('Extension: return only runs of this workflow'),
    runId: optionalText('Extension: return only this run'),
    page: optionalText('Extension: page number, from 1. Without page and perPageCount, the newest 1000 runs'),
    perPageCount: optionalText('Extension: items per page, 1 to 1000'),
    include: optionalText('Extension: comma-separated members to add: meta, stageKey, updatedTs'),
  }),
  response: Type.Object({ meta: Type.Optional(metaSchema), runs: Type.Array(runSchema, { description: 'The runs' }) }),
  errors: [1200, 1202, 1205],
  process: { leavesOut: 'the runs on it' },
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: {
      runs: [{ id: ids.runId, workflowId: ids.workflowId, processId: ids.processId, state: 'PAUSED', createdTs }],
    },
  },
});
