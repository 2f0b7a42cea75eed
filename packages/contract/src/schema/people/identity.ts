import { timestamp } from '../common.js';
import { Type } from '../type.js';

/** A user as the administrator sees it; a user gets roles in the configuration of each sub-project. */
export const identityUserSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the user' }),
    name: Type.String({ description: 'Full name' }),
    email: Type.String({ description: 'E-mail address' }),
    kind: Type.String({ description: 'person or service' }),
    disabled: Type.Boolean({ description: 'Whether the user is disabled. A disabled user cannot sign in' }),
    createdTs: timestamp('When the user was created'),
  },
  { title: 'IdentityUser', description: 'A user of the installation' },
);

/** A client in the sense of OAuth 2: what signs in with an id and a secret, as a user. */
export const clientSchema = Type.Object(
  {
    clientId: Type.String({ description: 'Id to sign in with' }),
    userId: Type.String({ description: 'Id of the user that the client acts as' }),
    scope: Type.String({ description: 'Space-separated scopes that its tokens may have' }),
    disabled: Type.Boolean({ description: 'Whether the client is disabled. A disabled client cannot sign in' }),
    createdTs: timestamp('When the client was created'),
  },
  { title: 'OAuthClient', description: 'Client credentials of a user' },
);

/** The answer that shows a client's secret, once. */
export const clientWithSecretSchema = Type.Object({
  client: clientSchema,
  client_secret: Type.String({ description: 'Secret to sign in with. Save it: it is not shown again' }),
});

/** A session of a browser, as its person and the administrator see it. */
export const sessionSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the session' }),
    method: Type.String({ description: 'How the person signed in, for example password' }),
    amr: Type.Array(Type.String(), { description: 'The factors used (RFC 8176), for example pwd' }),
    createdTs: timestamp('When the person signed in'),
    authenticatedTs: timestamp('When the person last proved who they are'),
    seenTs: timestamp('When the session was used last, to the minute'),
    expiresTs: timestamp('When the session ends at the latest. It ends earlier when it is not used for 12 hours'),
    network: Type.String({
      description: 'Network of the sign-in: an IPv4 address, or the first 64 bits of an IPv6 address',
    }),
    agent: Type.String({ description: 'The User-Agent of the browser' }),
    current: Type.Boolean({ description: 'Whether this request was sent with it' }),
    enrolling: Type.Boolean({
      description: 'true: the person must set up a second factor first, and the session opens nothing else',
    }),
  },
  { title: 'Session', description: 'A session of a browser' },
);

/** A personal token without its secret. */
export const personalTokenSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the personal token; it is part of the token' }),
    userId: Type.String({ description: 'Id of the user that it acts as' }),
    name: Type.String({ description: 'What it is for' }),
    scope: Type.String({ description: 'Space-separated scopes that it is limited to; empty: all rights of the user' }),
    createdTs: timestamp('When it was created'),
    expiresTs: timestamp('When it ends'),
    usedTs: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When it was used last, to the minute; null if it was not used',
    }),
  },
  { title: 'PersonalToken', description: 'A token with which programs act as a person' },
);

/** A group of people of the installation. */
export const groupSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the group' }),
    name: Type.String({ description: 'Name of the group, unique in any case; documents name the group by it' }),
    description: Type.String({ description: 'What the group is for' }),
    createdTs: timestamp('When the group was created'),
  },
  { title: 'Group', description: 'People who get roles together' },
);

const groupSource = Type.String({
  description: 'Who says that the person is in the group: managed (setGroupMembers), scim or claim (sign-in)',
});

/** A person of a group, with every source that says so. */
export const groupMemberSchema = Type.Object(
  {
    userId: Type.String({ description: 'Id of the user' }),
    name: Type.String({ description: 'Full name' }),
    email: Type.String({ description: 'E-mail address' }),
    disabled: Type.Boolean({ description: 'Whether the user is disabled' }),
    sources: Type.Array(Type.Object({ source: groupSource, since: timestamp('Since when the source says so') }), {
      description: 'The person stays in the group while at least one source says so',
    }),
  },
  { title: 'GroupMember', description: 'A person of a group' },
);

const since = Type.Union([timestamp('Since when'), Type.Null()], {
  description: 'Since when; null for roles that a document gave before this was recorded',
});
const giver = Type.String({ description: 'Who gives the roles: document, or managed (setMemberRoles)' });

const roleOrigin = {
  source: giver,
  group: Type.Union(
    [
      Type.Null(),
      Type.Object({
        id: Type.String({ description: 'Id of the group' }),
        name: Type.String({ description: 'Name of the group' }),
        source: groupSource,
        since: timestamp('Since when the person is in the group'),
      }),
    ],
    { description: 'The group through which the person has the roles; null when they were given to the person' },
  ),
  since,
};

/** Why a person has one role. */
export const roleOriginSchema = Type.Object(roleOrigin, {
  title: 'RoleOrigin',
  description: 'Why a person has a role: who gave it, through which group, since when',
});

/** Where roles of a person in a sub-project come from. */
export const roleSourceSchema = Type.Object(
  { ...roleOrigin, roles: Type.Array(Type.String(), { description: 'The roles that were given' }) },
  { title: 'RoleSource', description: 'Why a person has roles: who gave them, through which group, since when' },
);

/** A person with roles in a sub-project. */
export const memberSchema = Type.Object(
  {
    userId: Type.String({ description: 'Id of the user' }),
    name: Type.String({ description: 'Full name' }),
    email: Type.String({ description: 'E-mail address' }),
    disabled: Type.Boolean({ description: 'Whether the user is disabled and cannot sign in' }),
    roles: Type.Array(Type.String(), { description: 'Roles from every source, in the order of the document' }),
    sources: Type.Array(roleSourceSchema, { description: 'Where the roles come from' }),
  },
  { title: 'Member', description: 'A person with roles in a sub-project' },
);

/** A group with roles in a sub-project. */
export const memberGroupSchema = Type.Object(
  {
    groupId: Type.String({ description: 'Id of the group' }),
    name: Type.String({ description: 'Name of the group' }),
    roles: Type.Array(Type.String(), { description: 'Roles from every source, in the order of the document' }),
    sources: Type.Array(
      Type.Object({
        source: giver,
        roles: Type.Array(Type.String(), { description: 'The roles that were given' }),
        since,
      }),
      { description: 'Who gives the roles' },
    ),
  },
  { title: 'MemberGroup', description: 'A group with roles in a sub-project' },
);

const timeOrNull = (description: string) => Type.Union([timestamp('When'), Type.Null()], { description });

/** A token with which an identity provider manages people and groups. */
export const scimTokenSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the token' }),
    name: Type.String({ description: 'Name for people, for example of the identity provider' }),
    createdBy: Type.String({ description: 'Id of the user who created the token' }),
    createdTs: timestamp('When the token was created'),
    expiresTs: timeOrNull('When the token ends; null for never'),
    usedTs: timeOrNull('When the token was used last, to the minute; null for never'),
  },
  { title: 'ScimToken', description: 'A token of an identity provider' },
);
