import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { either, integer, requiredText } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

const users = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), { maxItems: 10_000, description }));

export const setGroupMembers = defineOperation({
  id: 'setGroupMembers',
  method: 'POST',
  path: '/v1/users/setGroupMembers',
  tag: 'Identity',
  summary: 'Change the people of a group',
  description:
    'Puts people into a group and takes people out of it, or sets all of them with `users`. Only what this operation put into the group is changed: people whom a SCIM client or a sign-in put there stay while that source says so. All servers see the change with their next request.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object(
    {
      groupId: requiredText('Id of the group'),
      users: users('All people of the group: user ids, e-mail addresses or client ids. Not with add or remove'),
      add: users('People to put into the group'),
      remove: users('People to take out of the group'),
    },
    either('users', 'add', 'remove'),
  ),
  response: Type.Object({
    added: integer('Number of people put into the group'),
    removed: integer('Number of people taken out of the group'),
    kept: integer('Number of people taken out who stay in the group because another source says so'),
  }),
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: { request: { groupId: ids.groupId, add: ['ann@example.com'] }, answer: { added: 1, removed: 0, kept: 0 } },
});
