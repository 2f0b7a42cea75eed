import { defineOperation } from '../../operation/operation.js';
import { either, requiredText, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const revokeTokens = defineOperation({
  id: 'revokeTokens',
  method: 'POST',
  path: '/v1/users/revokeTokens',
  tag: 'Identity',
  summary: 'Revoke access tokens',
  description:
    'Ends the access tokens that a client has now, or with userId those of all its clients, its personal tokens and its sessions: all servers refuse them within 2 seconds. Secrets of clients and passwords stay valid. Send either clientId or userId.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object(
    {
      clientId: Type.Optional(requiredText('Id of the client whose tokens end')),
      userId: Type.Optional(
        requiredText('Id of the user: the tokens of all its clients, its personal tokens and its sessions end'),
      ),
    },
    either('clientId', 'userId'),
  ),
  response: Type.Object({
    status: text('success'),
    message: text('What was done, for people'),
  }),
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { clientId: 'ann' },
    answer: {
      status: 'success',
      message: 'All servers refuse the access tokens issued until now within 2 seconds.',
    },
  },
});
