import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, list, model, orNull, text, texts } from '../../../schema/common.js';
import { grantsSchema, identityUserSchema, sessionSchema } from '../../../schema/people/identity.js';
import { locale } from '../../../schema/people/locale.js';
import { uuid } from '../../../schema/text-form.js';
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
  query: Type.Object({ subProjectId: Type.Optional(uuid('Return only this one of the sub-projects')) }),
  response: Type.Object({
    user: identityUserSchema,
    administrator: flag('Whether the user is an administrator of the installation'),
    credential: text('What the request was authenticated with: session, clientToken or personalToken'),
    scopes: texts('The scopes that limit the credential; empty: none do'),
    hasPassword: flag('Whether the user has a password'),
    locale,
    subProjects: list(
      model('SubProjectAccess', 'What a user may do in a sub-project', {
        id: text('Id of the sub-project'),
        name: text('Name of the sub-project'),
        version: orNull(Type.String(), 'Version of its configuration; null when nothing is deployed'),
        roles: texts('The roles of the user in it'),
        grants: grantsSchema(
          'What the roles and the scopes allow, by the grant that operations name: the fields, workflows, types of jobs or types of events that it is limited to, or `*` for all. Row filters and stages limit it further',
        ),
      }),
      'The sub-projects that the user is a member of, by name; for the administrator all. 200 at most: getSubProjects lists the others',
    ),
    moreSubProjects: flag('Whether there are more sub-projects than these'),
    session: orNull(sessionSchema, 'The session of the browser; null for tokens'),
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
      locale: null,
      subProjects: [
        {
          id: ids.subProjectId,
          name: 'Invoice approval',
          version: '1',
          roles: ['MANAGER'],
          grants: { 'process.read': ['*'], 'process.update': ['notes'], 'workflow.call': ['*'] },
        },
      ],
      moreSubProjects: false,
      session: null,
    },
  },
});
