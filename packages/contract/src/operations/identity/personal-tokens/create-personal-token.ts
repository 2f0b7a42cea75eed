import { personalToken as examplePersonalToken } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText, text } from '../../../schema/common.js';
import { personalTokenSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const createPersonalToken = defineOperation({
  id: 'createPersonalToken',
  method: 'POST',
  path: '/v1/users/createPersonalToken',
  tag: 'Sign in',
  summary: 'Create a personal token',
  description:
    'Creates a token with which programs act as the caller, wherever a bearer token is accepted. Only this answer contains the token. A person has 20 at most. A personal token cannot create another one, nor can a token of an application or one with scopes.',
  extension: true,
  permission: { kind: 'authenticated' },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200, description: 'What the token is for, for people' }),
    scope: optionalText('Space-separated scopes that the token is limited to. Default: those of this request'),
    expiresInDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description:
          'Days until the token ends. Default 90, or the maximum of the server when it is lower (MILLRACE_PERSONAL_TOKEN_DAYS, default 365)',
      }),
    ),
  }),
  response: Type.Object({
    personalToken: personalTokenSchema,
    token: text('Send it as Authorization: Bearer <token>. Save it: it is not shown again'),
  }),
  errors: [1200, 1206],
  example: {
    request: { name: 'Nightly report', scope: 'process.read', expiresInDays: 30 },
    answer: {
      personalToken: examplePersonalToken,
      token: 'mrp_…',
    },
  },
});
