import { createdTs } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText } from '../../../schema/common.js';
import { passkeySchema } from '../../../schema/people/factors.js';
import { Type } from '../../../schema/type.js';

export const renamePasskey = defineOperation({
  id: 'renamePasskey',
  method: 'POST',
  path: '/v1/users/renamePasskey',
  tag: 'Sign in',
  summary: 'Rename a passkey',
  description: 'Gives a passkey of the person who is signed in another name.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  body: Type.Object({
    passkeyId: requiredText('Id of the passkey'),
    name: requiredText('New name; 1 to 100 characters'),
  }),
  response: Type.Object({ passkey: passkeySchema }),
  errors: [1200],
  otherStatuses: { 1200: 404 },
  example: {
    request: { passkeyId: 'dGhlIGlk', name: 'Old laptop' },
    answer: { passkey: { id: 'dGhlIGlk', name: 'Old laptop', synced: false, createdTs, usedTs: null } },
  },
});
