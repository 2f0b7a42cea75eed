import { defineOperation } from '../../../operation/operation.js';
import { integer, requiredText } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const deleteIdentityProvider = defineOperation({
  id: 'deleteIdentityProvider',
  method: 'POST',
  path: '/v1/users/deleteIdentityProvider',
  tag: 'Identity',
  summary: 'Delete an identity provider',
  description:
    'Deletes a provider with the links of its people and the groups that they had from it, and ends the sessions that began there within two seconds. ' +
    'Users stay; people without another way to sign in need a new one, for example an invitation. ' +
    'A provider from the settings of the server is removed there (1009).',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({ id: requiredText('Id of the provider') }),
  response: Type.Object({
    status: Type.Literal('success', { description: 'success' }),
    unlinkedUsers: integer('People who were linked with an account there'),
    endedSessions: integer('Sessions that were ended'),
  }),
  errors: [1200, 1207, 1009],
  otherStatuses: { 1200: 404 },
  example: { request: { id: 'entra' }, answer: { status: 'success', unlinkedUsers: 12, endedSessions: 3 } },
});
