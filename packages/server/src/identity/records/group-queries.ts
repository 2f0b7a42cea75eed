import { readTotal } from '../../filters/counting.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Queryable, Rows, Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';

/** A row of groups. */
export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdTs: Date;
}

const columns = sql`g.id, g.name, g.description, g.created_ts as "createdTs"`;

/** The unique index that the name of another group violates. */
export const GROUP_NAME_INDEX = 'groups_name_folded';

/** @throws a unique violation of {@link GROUP_NAME_INDEX} */
export async function insertGroup(tx: Transaction, group: GroupRow): Promise<void> {
  const { createdTs, ...members } = group;
  await tx`insert into groups ${sql.rows([{ ...members, created_ts: createdTs }])}`;
}

/** @throws a unique violation of {@link GROUP_NAME_INDEX} */
export async function updateGroupRow(
  tx: Transaction,
  id: string,
  changes: Partial<Pick<GroupRow, 'name' | 'description'>>,
): Promise<void> {
  await tx`update groups set ${sql.set(changes)} where id = ${id}`;
}

/** Deletes a group with its members. */
export async function deleteGroupRow(tx: Transaction, id: string): Promise<void> {
  await tx`delete from group_members where group_id = ${id}`;
  await tx`delete from groups where id = ${id}`;
}

/**
 * The group, locked until the end of the transaction against changes of its members and against getting roles. Locks are
 * taken in one order everywhere: groups by id, then sub-projects by id.
 */
export async function lockGroup(tx: Transaction, id: string): Promise<GroupRow | undefined> {
  const [row] = await tx<GroupRow>`select ${columns} from groups g where g.id = ${id} for no key update`;
  return row;
}

/** As {@link lockGroup} for several groups, by their ids. */
export const lockGroups = (tx: Transaction, ids: readonly string[]): Promise<Rows<GroupRow>> =>
  tx<GroupRow>`select ${columns} from groups g where g.id = any(${ids}::uuid[]) order by g.id for no key update`;

/** Groups by their names, in any case. */
export const groupsByName = (db: Queryable, names: readonly string[]): Promise<Rows<GroupRow>> =>
  db<GroupRow>`
    select ${columns} from groups g where lower(g.name) = any(${names.map(lower)}::text[])`;

/**
 * Finds groups by id, else by name in any case, and keeps their members as they are until the end of the transaction.
 *
 * @returns the groups by the names given; a name that no group has is left out
 */
export async function holdNamedGroups(
  tx: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, GroupRow>> {
  if (names.length === 0) return new Map();
  const rows = await tx<GroupRow>`
    select ${columns} from groups g
    where g.id = any(${names.filter(isUuid)}::uuid[]) or lower(g.name) = any(${names.map(lower)}::text[])
    order by g.id for share`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byName = new Map(rows.map((row) => [lower(row.name), row]));
  return new Map(
    names.flatMap((name) => {
      const group = byId.get(lower(name)) ?? byName.get(lower(name));
      return group === undefined ? [] : [[name, group] as const];
    }),
  );
}

const lower = (name: string): string => name.toLowerCase();

/** Groups by their ids, in the order of their names. */
export const findGroups = (db: Queryable, ids: readonly string[]): Promise<Rows<GroupRow>> =>
  db<GroupRow>`select ${columns} from groups g where g.id = any(${ids}::uuid[]) order by lower(g.name)`;

/** A group of a list. */
export interface ListedGroup extends GroupRow {
  /** People in it, whatever the source. */
  readonly memberCount: number;
}

/** Which groups a list has. */
export interface WantedGroups {
  /** Only groups whose name contains this, in any case. */
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  /** Only groups that this user is in. */
  readonly userId?: string | undefined;
}

/** One page of the groups by name. */
export const groupPage = (
  db: Queryable,
  wanted: WantedGroups,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<Rows<ListedGroup>> => db<ListedGroup>`
  select ${columns}, (select count(distinct m.user_id) from group_members m where m.group_id = g.id) as "memberCount"
  from groups g where ${isWanted(wanted)} order by lower(g.name) limit ${page.limit} offset ${page.offset}`;

/** How many there are; see `boundedMetaOf`. */
export const countGroups = (db: Queryable, wanted: WantedGroups): Promise<number> =>
  readTotal(db, sql`from groups g where ${isWanted(wanted)}`);

const isWanted = ({ name, id, userId }: WantedGroups) => sql`
  ${name === undefined ? sql`true` : sql`position(lower(${name}) in lower(g.name)) > 0`}
  and ${id === undefined ? sql`true` : sql`g.id = ${id}`}
  and ${userId === undefined ? sql`true` : sql`g.id in (select group_id from group_members where user_id = ${userId})`}`;
