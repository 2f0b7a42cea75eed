import { timestamp } from './common.js';
import { Type } from './type.js';

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
