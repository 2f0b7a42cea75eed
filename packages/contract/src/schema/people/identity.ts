import { flag, list, model, orNull, text, texts, timestamp } from '../common.js';
import { Type } from '../type.js';

/** A user as the administrator sees it; a user gets roles in the configuration of each sub-project. */
export const identityUserSchema = model('IdentityUser', 'A user of the installation', {
  id: text('Id of the user'),
  name: text('Full name'),
  email: text('E-mail address'),
  kind: text('person or service'),
  disabled: flag('Whether the user is disabled. A disabled user cannot sign in'),
  createdTs: timestamp('When the user was created'),
});

/** A client in the sense of OAuth 2: what signs in with an id and a secret, as a user. */
export const clientSchema = model('OAuthClient', 'Client credentials of a user', {
  clientId: text('Id to sign in with'),
  userId: text('Id of the user that the client acts as'),
  scope: text('Space-separated scopes that its tokens may have'),
  disabled: flag('Whether the client is disabled. A disabled client cannot sign in'),
  createdTs: timestamp('When the client was created'),
});

/** The answer that shows a client's secret, once. */
export const clientWithSecretSchema = model('ClientSecretResponse', 'A client and its new secret', {
  client: clientSchema,
  client_secret: text('Secret to sign in with. Save it: it is not shown again'),
});

/** A session of a browser, as its person and the administrator see it. */
export const sessionSchema = model('Session', 'A session of a browser', {
  id: text('Id of the session'),
  method: text('How the person signed in, for example password'),
  amr: texts('The factors used (RFC 8176), for example pwd'),
  createdTs: timestamp('When the person signed in'),
  authenticatedTs: timestamp('When the person last proved who they are'),
  seenTs: timestamp('When the session was used last, to the minute'),
  expiresTs: timestamp('When the session ends at the latest. It ends earlier when it is not used for 12 hours'),
  network: text('Network of the sign-in: an IPv4 address, or the first 64 bits of an IPv6 address'),
  agent: text('The User-Agent of the browser'),
  current: flag('Whether this request was sent with it'),
  enrolling: flag('true: the person must set up a second factor first, and the session opens nothing else'),
});

/** The answer of what completes a sign-in. */
export const signInCompletionSchema = model('SignInCompletion', 'A sign-in that was completed', {
  status: Type.Literal('signedIn', { description: 'signedIn: the answer has set the session cookie' }),
  userId: text('Id of the user'),
  session: sessionSchema,
});

/** A personal token without its secret. */
export const personalTokenSchema = model('PersonalToken', 'A token with which programs act as a person', {
  id: text('Id of the personal token; it is part of the token'),
  userId: text('Id of the user that it acts as'),
  name: text('What it is for'),
  scope: text('Space-separated scopes that it is limited to; empty: all rights of the user'),
  createdTs: timestamp('When it was created'),
  expiresTs: timestamp('When it ends'),
  usedTs: orNull(Type.String({ format: 'date-time' }), 'When it was used last, to the minute; null if it was not used'),
});

/** A group of people of the installation. */
export const groupSchema = model('Group', 'People who get roles together', {
  id: text('Id of the group'),
  name: text('Name of the group, unique in any case; documents name the group by it'),
  description: text('What the group is for'),
  createdTs: timestamp('When the group was created'),
});

const groupSource = text(
  'Who says that the person is in the group: managed (setGroupMembers), scim or claim (sign-in)',
);

/** A person of a group, with every source that says so. */
export const groupMemberSchema = model('GroupMember', 'A person of a group', {
  userId: text('Id of the user'),
  name: text('Full name'),
  email: text('E-mail address'),
  disabled: flag('Whether the user is disabled'),
  sources: list(
    model('GroupMemberSource', 'A source that says that a person is in a group', {
      source: groupSource,
      since: timestamp('Since when the source says so'),
    }),
    'The person stays in the group while at least one source says so',
  ),
});

const since = orNull(
  timestamp('Since when'),
  'Since when; null for roles that a document gave before this was recorded',
);
const giver = text('Who gives the roles: document, or managed (setMemberRoles)');

const roleOrigin = {
  source: giver,
  group: Type.Union(
    [
      Type.Null(),
      model('GroupOrigin', 'The group through which a person has roles', {
        id: text('Id of the group'),
        name: text('Name of the group'),
        source: groupSource,
        since: timestamp('Since when the person is in the group'),
      }),
    ],
    { description: 'The group through which the person has the roles; null when they were given to the person' },
  ),
  since,
};

/** Why a person has one role. */
export const roleOriginSchema = model(
  'RoleOrigin',
  'Why a person has a role: who gave it, through which group, since when',
  roleOrigin,
);

/** Where roles of a person in a sub-project come from. */
export const roleSourceSchema = model(
  'RoleSource',
  'Why a person has roles: who gave them, through which group, since when',
  { ...roleOrigin, roles: texts('The roles that were given') },
);

/** A person with roles in a sub-project. */
export const memberSchema = model('Member', 'A person with roles in a sub-project', {
  userId: text('Id of the user'),
  name: text('Full name'),
  email: text('E-mail address'),
  disabled: flag('Whether the user is disabled and cannot sign in'),
  roles: texts('Roles from every source, in the order of the document'),
  sources: list(roleSourceSchema, 'Where the roles come from'),
});

/** A group with roles in a sub-project. */
export const memberGroupSchema = model('MemberGroup', 'A group with roles in a sub-project', {
  groupId: text('Id of the group'),
  name: text('Name of the group'),
  roles: texts('Roles from every source, in the order of the document'),
  sources: list(
    model('MemberGroupSource', 'A source of the roles of a group', {
      source: giver,
      roles: texts('The roles that were given'),
      since,
    }),
    'Who gives the roles',
  ),
});

/** The grants that a role or a user holds, with what each is limited to. */
export const grantsSchema = (description: string) =>
  Type.Object({}, { additionalProperties: Type.Array(Type.String()), description });

/** A role of a sub-project, as those see it who may see its members. */
export const roleSchema = model('Role', 'A role of a sub-project', {
  name: text('Name of the role'),
  grants: grantsSchema(
    'What the role allows, by the grant that operations name: the fields, workflows, types of jobs or types of events that it is limited to, or `*` for all',
  ),
  stages: texts('Keys of the stages that the role is limited to, or `*` for all'),
  filtered: flag('Whether a row filter limits the role to some processes'),
  members: texts('Roles that its holders may give; `own`: those that grant no more than this role'),
  mayGive: flag('Whether the caller may give and take away the role'),
});

const timeOrNull = (description: string) => Type.Union([timestamp('When'), Type.Null()], { description });

/** A token with which an identity provider manages people and groups. */
export const scimTokenSchema = model('ScimToken', 'A token of an identity provider', {
  id: text('Id of the token'),
  name: text('Name for people, for example of the identity provider'),
  createdBy: text('Id of the user who created the token'),
  createdTs: timestamp('When the token was created'),
  expiresTs: timeOrNull('When the token ends; null for never'),
  usedTs: timeOrNull('When the token was used last, to the minute; null for never'),
});

export const groupAnswerSchema = model('GroupResponse', 'The answer of operations that save a group', {
  group: groupSchema,
});

export const identityUserAnswerSchema = model('UserResponse', 'The answer of operations that save a user', {
  user: identityUserSchema,
});
