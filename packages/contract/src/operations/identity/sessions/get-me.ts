import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText } from '../../../schema/common.js';
import { identityUserSchema, sessionSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const getMe = defineOperation({
  id: 'getMe',
  method: 'GET',
  path: '/v1/users/getMe',
  tag: 'Sign in',
  summary: 'Show who is signed in',
  description:
    'Returns the user that the request acts as, how they signed in, their session, and what they may do in each of their sub-projects.',
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
    hasPassword: Type.Boolean({ description: 'Whether the user has a password' }),
    subProjects: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the sub-project' }),
        name: Type.String({ description: 'Name of the sub-project' }),
        version: Type.Union([Type.String(), Type.Null()], {
          description: 'Version of its configuration; null when nothing is deployed',
        }),
        roles: Type.Array(Type.String(), { description: 'The roles of the user in it' }),
        grants: Type.Object(
          {},
          {
            additionalProperties: Type.Union([Type.Boolean(), Type.Array(Type.String())]),
            description:
              'What the roles and the scopes allow, by the grant that operations name: true, or the fields, workflows, types of jobs or types of events that it is limited to. Row filters and stages limit it further',
          },
        ),
      }),
      {
        description:
          'The sub-projects that the user is a member of, by name; for the administrator all. 200 at most: getSubProjects lists the others',
      },
    ),
    moreSubProjects: Type.Boolean({ description: 'Whether there are more sub-projects than these' }),
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
      hasPassword: false,
      subProjects: [
        {
          id: ids.subProjectId,
          name: 'Invoice approval',
          version: '1',
          roles: ['MANAGER'],
          grants: { 'process.read': true, 'process.update': ['notes'], 'workflow.call': true },
        },
      ],
      moreSubProjects: false,
      session: null,
    },
  },
});
