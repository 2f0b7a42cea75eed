import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const deleteGroup = defineOperation({
  id: 'deleteGroup',
  method: 'POST',
  path: '/v1/users/deleteGroup',
  tag: 'Identity',
  summary: 'Delete a group',
  description:
    'Deletes a group. Refused while a sub-project gives it roles, because the people in it would lose them: take the roles away first.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({ groupId: requiredText('Id of the group') }),
  response: statusSchema,
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: { request: { groupId: ids.groupId } },
});
