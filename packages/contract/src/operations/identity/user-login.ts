import { defineOperation } from '../../operation/operation.js';
import { integer, model, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

/** Sign-in (D10). RFC 6749's form-encoded body and HTTP Basic are accepted besides JSON; `grant_type` is then expected. */
export const userLogin = defineOperation({
  id: 'userLogin',
  method: 'POST',
  path: '/v1/users/userLogin',
  tag: 'Sign in',
  summary: 'Sign in',
  description:
    'Exchanges OAuth 2 client credentials for a bearer token. The credentials can be sent as JSON, as the form-encoded body of RFC 6749, or with HTTP Basic authentication.',
  extension: false,
  permission: { kind: 'public' },
  body: model('TokenRequest', 'Client credentials', {
    client_id: Type.String({ minLength: 1, maxLength: 256, description: 'Id of the client' }),
    client_secret: Type.String({ minLength: 1, maxLength: 1024, description: 'Secret of the client' }),
    grant_type: Type.Optional(
      Type.Enum(['client_credentials'], { description: 'Required in a form and beside HTTP Basic (RFC 6749)' }),
    ),
    scope: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 'Space-separated scopes to restrict the token to. Default: all scopes of the client',
      }),
    ),
  }),
  response: model('TokenResponse', 'An access token', {
    access_token: text('Send it as Authorization: Bearer <access_token>'),
    token_type: Type.Literal('Bearer', { description: 'Kind of token' }),
    expires_in: integer('Lifetime of the token in seconds'),
    scope: text('Space-separated scopes of the token'),
  }),
  errors: [1002, 1003, 1200],
  bodyLimit: 16_384,
  example: {
    request: { client_id: 'demo-owner', client_secret: 'demo-owner-secret' },
    answer: {
      access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIs…',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'audit event file job process user workflow',
    },
  },
});
