import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText } from '../../../schema/common.js';
import { identityUserSchema, sessionSchema } from '../../../schema/identity.js';
import { Type } from '../../../schema/type.js';

export const getMe = defineOperation({
  id: 'getMe',
  method: 'GET',
  path: '/v1/users/getMe',
  tag: 'Sign in',
  summary: 'Show who is signed in',
  description: 'Returns the user that the request acts as, how they signed in, and their session.',
  extension: true,
  permission: { kind: 'authenticated' },
  whileEnrolling: true,
  query: Type.Object({ subProjectId: optionalText('Return only this one of the sub-projects') }),
  response: Type.Object({
    user: identityUserSchema,
    administrator: Type.Boolean({ description: 'Whether the user is an administrator of the installation' }),
    credential: Type.String({
      description: 'What the request was authenticated with: session, clientToken or personalToken',
    }),
    scopes: Type.Array(Type.String(), { description: 'The scopes that limit the credential; empty: none do' }),
    session: Type.Union([sessionSchema, Type.Null()], { description: 'The session of the browser; null for tokens' }),
  }),
  errors: [1200],
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: {
      user: { id: ids.userId, name: 'Ann Lee', email: 'ann@example.com', kind: 'person', disabled: false, createdTs },
      administrator: false,
      credential: 'clientToken',
      scopes: [],
      session: null,
    },
  },
});
