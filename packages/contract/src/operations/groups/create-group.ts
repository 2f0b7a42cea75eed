import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { groupAnswerSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const createGroup = defineOperation({
  id: 'createGroup',
  method: 'POST',
  path: '/v1/users/createGroup',
  tag: 'Identity',
  summary: 'Create a group',
  description:
    'Creates a group without people. A sub-project gives it roles in its document (`members: [{ group, roles }]`) or with setMemberRoles. If a SCIM client later sends a group of the same name, it is this one.',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  stepUp: 10,
  body: Type.Object({
    name: requiredText('Name of the group, 200 characters at most; unique in any case'),
    description: optionalText('What the group is for'),
  }),
  response: groupAnswerSchema,
  errors: [1200, 1206],
  example: { request: { name: 'finance-approvers', description: 'Approve invoices' } },
});
