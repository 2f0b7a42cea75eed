import { defineOperation } from '../../../operation/operation.js';
import { jsonObject } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const startPasskeyRegistration = defineOperation({
  id: 'startPasskeyRegistration',
  method: 'POST',
  path: '/v1/users/startPasskeyRegistration',
  tag: 'Sign in',
  summary: 'Begin to add a passkey',
  description:
    'Returns what `navigator.credentials.create()` needs to make a passkey for the person who is signed in. The challenge is valid for 5 minutes and once.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  stepUp: 10,
  whileEnrolling: true,
  takesSecret: true,
  body: Type.Object({}),
  response: Type.Object({
    publicKey: jsonObject(
      'PublicKeyCredentialCreationOptionsJSON; `PublicKeyCredential.parseCreationOptionsFromJSON` reads it',
    ),
  }),
  errors: [1200],
  example: {
    request: {},
    answer: {
      publicKey: {
        challenge: 'c29tZXRoaW5nIHJhbmRvbQ',
        rp: { id: 'millrace.example', name: 'Millrace' },
        user: { id: 'AZcfLmwAehGAAAAAAAABEQ', name: 'ann@example.com', displayName: 'Ann Lee' },
      },
    },
  },
});
