import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { groupAnswerSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const updateGroup = defineOperation({
  id: 'updateGroup',
  method: 'POST',
  path: '/v1/users/updateGroup',
  tag: 'Identity',
  summary: 'Update a group',
  description:
    'Renames a group or changes its description. Its roles stay: deployed documents keep the group, and the next deployment has to use the new name.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    groupId: requiredText('Id of the group'),
    name: optionalText('New name'),
    description: optionalText('New description'),
  }),
  response: groupAnswerSchema,
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: { request: { groupId: ids.groupId, name: 'finance-approvers', description: 'Approve invoices' } },
});
