import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { runSchema } from '../../schema/workflow.js';

export const getStuckRuns = defineOperation({
  id: 'getStuckRuns',
  method: 'GET',
  path: '/v1/process/workflows/getStuckRuns',
  tag: 'Operators',
  summary: 'List stuck runs',
  description: 'Lists unfinished runs that nothing will ever wake. It should always be empty.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  query: Type.Object({ subProjectId: requiredText('Sub-project') }),
  response: Type.Object({ runs: Type.Array(runSchema) }),
  errors: [1200, 1202, 1209],
});
