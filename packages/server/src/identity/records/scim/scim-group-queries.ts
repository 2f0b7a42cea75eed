import type { Fragment, Queryable, Rows, Transaction } from '../../../postgres/database.js';
import { sql } from '../../../postgres/database.js';

/** A group as SCIM shows it. */
export interface ScimGroupRow {
  readonly id: string;
  readonly name: string;
  readonly createdTs: Date;
  readonly externalId: string | null;
  /** Null: no identity provider has said anything about it yet. */
  readonly version: number | null;
  readonly updatedTs: Date | null;
}

const columns = sql`g.id, g.name, g.created_ts as "createdTs", s.external_id as "externalId", s.version,
  s.updated_ts as "updatedTs"`;
const source = sql`groups g left join scim_groups s on s.group_id = g.id`;

/** The columns that filters compare. */
export const scimGroupColumns = Object.freeze({
  id: sql`g.id::text`,
  displayName: sql`lower(g.name)`,
  externalId: sql`s.external_id`,
  created: sql`g.created_ts`,
  lastModified: sql`coalesce(s.updated_ts, g.created_ts)`,
});

/** The groups in which a person is by SCIM. */
export const hasScimMember = (userId: string): Fragment =>
  sql`g.id in (select group_id from group_members where user_id = ${userId} and source = 'scim')`;

export async function findScimGroup(db: Queryable, id: string): Promise<ScimGroupRow | undefined> {
  const [row] = await db<ScimGroupRow>`select ${columns} from ${source} where g.id = ${id}`;
  return row;
}

/** The group that a new resource may mean: by external id, else by name. */
export async function findScimGroupNamed(
  tx: Transaction,
  wanted: { readonly externalId: string | null; readonly name: string },
): Promise<ScimGroupRow | undefined> {
  const [row] = await tx<ScimGroupRow>`
    select ${columns} from ${source}
    where s.external_id = ${wanted.externalId} or lower(g.name) = lower(${wanted.name})
    order by s.external_id is not distinct from ${wanted.externalId}::text desc limit 1`;
  return row;
}

/** Notes that a provider has changed a group. @param externalId undefined: as it is */
export async function writeScimGroup(
  tx: Transaction,
  id: string,
  externalId: string | null | undefined,
): Promise<void> {
  await tx`
    insert into scim_groups (group_id, external_id, version, updated_ts) values (${id}, ${externalId ?? null}, 1, now())
    on conflict (group_id) do update set
      external_id = ${externalId === undefined ? sql`scim_groups.external_id` : sql`excluded.external_id`},
      version = scim_groups.version + 1, updated_ts = excluded.updated_ts`;
}

/** The provider knows the group no more. */
export async function deleteScimGroup(tx: Transaction, id: string): Promise<void> {
  await tx`delete from scim_groups where group_id = ${id}`;
}

export const scimGroupPage = (
  db: Queryable,
  where: Fragment,
  page: { readonly limit: number; readonly offset: number },
): Promise<Rows<ScimGroupRow>> => db<ScimGroupRow>`
  select ${columns} from ${source} where ${where}
  order by g.created_ts, g.id limit ${page.limit} offset ${page.offset}`;

export async function countScimGroups(db: Queryable, where: Fragment): Promise<number> {
  const [row] = await db<{ total: number }>`select count(*) as total from ${source} where ${where}`;
  return row?.total ?? 0;
}

/** The people whom providers put into groups, by group. */
export const scimMembersOf = (
  db: Queryable,
  groupIds: readonly string[],
): Promise<Rows<{ readonly groupId: string; readonly userId: string; readonly name: string }>> => db`
  select m.group_id as "groupId", m.user_id as "userId", u.name
  from group_members m join users u on u.id = m.user_id
  where m.group_id = any(${groupIds}::uuid[]) and m.source = 'scim' order by u.name, u.id`;
