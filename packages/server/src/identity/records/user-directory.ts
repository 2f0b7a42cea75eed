import type { Queryable } from '../../postgres/database.js';
import { userNames } from './user-names.js';

/** An enabled user as other features show it. */
export interface DirectoryUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** What other features may ask about users; but for {@link UserDirectory.names} disabled ones do not exist here (D19). Ids must be UUIDs. */
export interface UserDirectory {
  /** Of the given ids those of enabled users. */
  enabled(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Names by user id, also of disabled users; ids that name nobody are left out. */
  names(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * One page of the enabled users among the given ids, by name and then id (D4), and their number, in one statement.
   * Cost grows with the number of ids.
   */
  page(
    db: Queryable,
    ids: readonly string[],
    page: { readonly limit: number; readonly offset: bigint },
  ): Promise<{ readonly users: readonly DirectoryUser[]; readonly total: number }>;
}

/** The users of the database. */
export const userDirectory: UserDirectory = Object.freeze({
  async enabled(db, ids) {
    const rows = await db<{ id: string }>`select id from users where id = any(${ids}::uuid[]) and not disabled`;
    return new Set(rows.map((row) => row.id));
  },

  names: userNames,

  async page(db, ids, page) {
    const rows = await db<{ total: number } & (DirectoryUser | { id: null })>`
      with eligible as materialized (
        select id, name, email from users where id = any(${ids}::uuid[]) and not disabled
      )
      select counted.total, listed.id, listed.name, listed.email
      from (select count(*) as total from eligible) counted
      left join (select * from eligible order by name, id limit ${page.limit} offset ${page.offset}) listed on true
      order by listed.name, listed.id`;
    return {
      total: rows[0]?.total ?? 0,
      users: rows.flatMap((row) => (row.id === null ? [] : [{ id: row.id, name: row.name, email: row.email }])),
    };
  },
} satisfies UserDirectory);
