import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';

/** Sign-in (D10). RFC 6749's form-encoded body and HTTP Basic are accepted besides JSON; `grant_type` is then expected. */
export const userLogin = defineOperation({
  id: 'userLogin',
  method: 'POST',
  path: '/v1/users/userLogin',
  tag: 'Sign in',
  summary: 'Sign in',
  description:
    'Exchanges OAuth 2 client credentials for a bearer token. JSON, the form-encoded body of RFC 6749 and HTTP Basic all work.',
  extension: false,
  permission: { kind: 'public' },
  body: Type.Object({
    client_id: Type.String({ minLength: 1, maxLength: 256 }),
    client_secret: Type.String({ minLength: 1, maxLength: 1024 }),
    grant_type: Type.Optional(Type.String({ maxLength: 64, description: '"client_credentials"' })),
    scope: Type.Optional(Type.String({ maxLength: 1024, description: 'Space-separated; narrows the token' })),
  }),
  response: Type.Object({
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Lifetime in seconds' }),
    scope: Type.String(),
  }),
  errors: [1002, 1003, 1200],
  bodyLimit: 16_384,
});
