import { createdTs } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, texts } from '../../../schema/common.js';
import { passkeyAnswer, passkeySchema } from '../../../schema/people/factors.js';
import { Type } from '../../../schema/type.js';

export const finishPasskeyRegistration = defineOperation({
  id: 'finishPasskeyRegistration',
  method: 'POST',
  path: '/v1/users/finishPasskeyRegistration',
  tag: 'Sign in',
  summary: 'Add a passkey',
  description:
    'Keeps the passkey that the browser has made. A person has at most 10. A session that had to set up a second factor first is a full one from now on.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  whileEnrolling: true,
  takesSecret: true,
  body: Type.Object({
    name: requiredText('Name for the passkey, for example that of the device; 1 to 100 characters'),
    passkey: passkeyAnswer,
  }),
  response: Type.Object({
    passkey: passkeySchema,
    recoveryCodes: texts(
      'Recovery codes for a person who has a password and had none; else empty. Save them: they are not shown again',
    ),
  }),
  errors: [1016, 1200],
  example: {
    request: { name: 'Laptop', passkey: { id: 'dGhlIGlk', type: 'public-key', response: {} } },
    answer: { passkey: { id: 'dGhlIGlk', name: 'Laptop', synced: false, createdTs, usedTs: null }, recoveryCodes: [] },
  },
});
