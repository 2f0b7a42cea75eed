import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const endDelegation = defineOperation({
  id: 'endDelegation',
  method: 'POST',
  path: '/v1/process/workflows/endDelegation',
  tag: 'Tasks',
  summary: 'End a substitution',
  description:
    'Ends a delegation at once: the substitute decides nothing more for the person. The person and the substitute may do this, and whoever may name substitutes for the person.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({ subProjectId, delegationId: requiredText('Id of the delegation') }),
  response: statusSchema,
  errors: [1200, 1202, 1209],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'A delegation is about persons, and no process.' },
  example: { request: { subProjectId: ids.subProjectId, delegationId: ids.delegationId } },
});
