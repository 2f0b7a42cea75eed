import { defineOperation } from '../../../operation/operation.js';
import { jsonObject } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const startPasskeySignIn = defineOperation({
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/v1/users/startPasskeySignIn',
  tag: 'Sign in',
  summary: 'Begin to sign in with a passkey',
  description:
    'Returns what `navigator.credentials.get()` needs. It names no person: the browser offers the passkeys that it has. The challenge is valid for 5 minutes and once. It also serves stepUp.',
  extension: true,
  permission: { kind: 'public' },
  body: Type.Object({}),
  response: Type.Object({
    publicKey: jsonObject(
      'PublicKeyCredentialRequestOptionsJSON; `PublicKeyCredential.parseRequestOptionsFromJSON` reads it',
    ),
  }),
  errors: [1200],
  example: {
    request: {},
    answer: {
      publicKey: { challenge: 'c29tZXRoaW5nIHJhbmRvbQ', rpId: 'millrace.example', userVerification: 'required' },
    },
  },
});
