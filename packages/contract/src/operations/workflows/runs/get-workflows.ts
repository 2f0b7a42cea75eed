import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, optionalTexts, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { workflowSchema } from '../../../schema/workflow.js';

export const getWorkflows = defineOperation({
  id: 'getWorkflows',
  method: 'GET',
  path: '/v1/process/getWorkflows',
  tag: 'Workflows',
  summary: 'List workflows',
  description: 'Lists the workflows that are configured for the sub-project, optionally only those of some stages.',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    stageKeys: optionalTexts('Stage keys, repeated or comma-separated. Default: all stages'),
  }),
  response: Type.Object({ workflows: list(workflowSchema, 'The workflows') }),
  errors: [1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, stageKeys: ['stage_init'] },
    answer: {
      workflows: [
        {
          id: ids.workflowId,
          name: 'Manager approval',
          description: "Waits for a manager's decision and sets the state APPROVED or REJECTED.",
        },
      ],
    },
  },
});
