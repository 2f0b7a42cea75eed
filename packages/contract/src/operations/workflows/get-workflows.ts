import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalTexts, requiredText } from '../../schema/common.js';
import { workflowSchema } from '../../schema/workflow.js';

export const getWorkflows = defineOperation({
  id: 'getWorkflows',
  method: 'GET',
  path: '/v1/process/getWorkflows',
  tag: 'Workflows',
  summary: 'List workflows',
  description: 'Lists the workflows configured for the sub-project and stage keys (D26).',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    stageKeys: optionalTexts('Stage keys: once, repeated, or comma-separated; absent means all stages'),
  }),
  response: Type.Object({ workflows: Type.Array(workflowSchema) }),
  errors: [1200, 1202, 1205],
});
