import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, optionalText, requiredText } from '../../schema/common.js';
import { runSchema } from '../../schema/workflow.js';

export const getWorkflowRuns = defineOperation({
  id: 'getWorkflowRuns',
  method: 'GET',
  path: '/v1/process/getWorkflowRuns',
  tag: 'Workflows',
  summary: 'List workflow runs',
  description: 'Lists runs, newest first, optionally of one process, stage, workflow or run (D26).',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    processId: optionalText('Process'),
    stageKey: optionalText('Extension: stage'),
    workflowId: optionalText('Extension: workflow'),
    runId: optionalText('Extension: run'),
    page: optionalText('Extension: page number from 1; without page and perPageCount the newest 1000 runs'),
    perPageCount: optionalText('Extension: items per page, 1 to 1000'),
    include: optionalText('Extension: comma list of meta, stageKey, updatedTs'),
  }),
  response: Type.Object({ meta: Type.Optional(metaSchema), runs: Type.Array(runSchema) }),
  errors: [1200, 1202, 1205],
});
