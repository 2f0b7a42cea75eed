import type { Queryable, Rows, Transaction } from '../../postgres/database.js';

/** Who says that a person is in a group: Millrace's own operations, a SCIM client, or a claim of an identity provider. */
export type GroupSource = 'managed' | 'scim' | 'claim';

/** The people of several groups, each once per group. */
export const membersOfGroups = (
  db: Queryable,
  groupIds: readonly string[],
): Promise<Rows<{ readonly groupId: string; readonly userIds: readonly string[] }>> => db`
  select group_id as "groupId", array_agg(distinct user_id) as "userIds"
  from group_members where group_id = any(${groupIds}::uuid[]) group by group_id`;

/** That a person is in a group, by one source. */
export interface GroupMembership {
  readonly groupId: string;
  readonly groupName: string;
  readonly userId: string;
  readonly source: GroupSource;
  readonly sinceTs: Date;
}

/** The groups of some people, by name and then source. */
export const groupsOfUsers = (db: Queryable, userIds: readonly string[]): Promise<Rows<GroupMembership>> =>
  db<GroupMembership>`
    select m.group_id as "groupId", g.name as "groupName", m.user_id as "userId", m.source, m.since_ts as "sinceTs"
    from group_members m join groups g on g.id = m.group_id
    where m.user_id = any(${userIds}::uuid[]) order by lower(g.name), m.source`;

/** The ids of the groups that a person is in. */
export async function groupIdsOf(db: Queryable, userId: string): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`select distinct group_id as id from group_members where user_id = ${userId}`;
  return rows.map(({ id }) => id);
}

/** The people that one source puts into a group. */
export async function usersInGroup(db: Queryable, groupId: string, source: GroupSource): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select user_id as id from group_members where group_id = ${groupId} and source = ${source}`;
  return rows.map(({ id }) => id);
}

/** Puts people into a group; those whom the source has put there already stay since when they were. */
export async function addGroupMembers(
  tx: Transaction,
  groupId: string,
  source: GroupSource,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await tx`
    insert into group_members (group_id, user_id, source, since_ts)
    select ${groupId}, id, ${source}, now() from unnest(${userIds}::uuid[]) as id
    on conflict do nothing`;
}

/** Takes people out of a group as far as one source put them there. */
export async function removeGroupMembers(
  tx: Transaction,
  groupId: string,
  source: GroupSource,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await tx`
    delete from group_members
    where group_id = ${groupId} and source = ${source} and user_id = any(${userIds}::uuid[])`;
}

/** A person of a group. */
export interface ListedGroupMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly disabled: boolean;
  readonly sources: readonly { readonly source: GroupSource; readonly sinceTs: string }[];
}

/** One page of the people in a group by name, and their number. */
export async function groupMemberPage(
  db: Queryable,
  groupId: string,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<{ readonly members: readonly ListedGroupMember[]; readonly total: number }> {
  const [counted] = await db<{ total: number }>`
    select count(distinct user_id) as total from group_members where group_id = ${groupId}`;
  const members = await db<ListedGroupMember>`
    select u.id, u.name, u.email, u.disabled,
      json_agg(json_build_object('source', m.source, 'sinceTs', to_char(m.since_ts at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.source) as sources
    from group_members m join users u on u.id = m.user_id
    where m.group_id = ${groupId}
    group by u.id order by u.name, u.id limit ${page.limit} offset ${page.offset}`;
  return { members, total: counted?.total ?? 0 };
}
