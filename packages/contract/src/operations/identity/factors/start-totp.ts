import { defineOperation } from '../../../operation/operation.js';
import { text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const startTotp = defineOperation({
  id: 'startTotp',
  method: 'POST',
  path: '/v1/users/startTotp',
  tag: 'Sign in',
  summary: 'Begin to set up an authenticator app',
  description:
    'Makes a secret for an authenticator app (RFC 6238). It counts once confirmTotp was called with a code of it; one that was set up before counts until then. Only this answer contains the secret.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  stepUp: 10,
  whileEnrolling: true,
  takesSecret: true,
  body: Type.Object({}),
  response: Type.Object({
    secret: text('The secret in base32, to type into the app'),
    uri: text('The same as an otpauth URI, to show as a QR code'),
  }),
  errors: [1200],
  example: {
    request: {},
    answer: {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/Millrace:ann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Millrace&algorithm=SHA1&digits=6&period=30',
    },
  },
});
