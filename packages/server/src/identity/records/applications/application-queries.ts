import { readTotal } from '../../../filters/counting.js';
import { type Queryable, type Rows, sql, type Transaction } from '../../../postgres/database.js';

/** A row of applications. */
export interface ApplicationRow {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Where it may have people sent after a sign-out. */
  readonly postLogoutRedirectUris: readonly string[];
  /** What it may ask for; empty: no bound but the rights of the person. */
  readonly scopes: readonly string[];
  /** SHA-256 of its secret; null for one that keeps none. */
  readonly secretHash: string | null;
  readonly disabled: boolean;
  readonly origin: 'administrator' | 'registration' | 'builtIn';
  readonly createdTs: Date;
}

const columns = sql`id, name, redirect_uris as "redirectUris",
  post_logout_redirect_uris as "postLogoutRedirectUris", scopes, secret_hash as "secretHash", disabled, origin,
  created_ts as "createdTs"`;

export async function findApplication(db: Queryable, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await db<ApplicationRow>`select ${columns} from applications where id = ${id}`;
  return row;
}

/** The application, locked against other changes until the end of the transaction. */
export async function lockApplication(tx: Transaction, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx<ApplicationRow>`select ${columns} from applications where id = ${id} for update`;
  return row;
}

export async function insertApplication(tx: Transaction, row: ApplicationRow): Promise<void> {
  await tx`
    insert into applications (id, name, redirect_uris, post_logout_redirect_uris, scopes, secret_hash, disabled, origin,
      created_ts)
    values (${row.id}, ${row.name}, ${row.redirectUris}, ${row.postLogoutRedirectUris}, ${row.scopes}, ${row.secretHash},
      ${row.disabled}, ${row.origin}, ${row.createdTs})`;
}

/** Writes the members that can change. */
export async function updateApplicationRow(tx: Transaction, row: ApplicationRow): Promise<void> {
  await tx`
    update applications set name = ${row.name}, redirect_uris = ${row.redirectUris},
      post_logout_redirect_uris = ${row.postLogoutRedirectUris}, scopes = ${row.scopes}, secret_hash = ${row.secretHash},
      disabled = ${row.disabled}
    where id = ${row.id}`;
}

/** With everything that people allowed it. */
export async function deleteApplicationRow(tx: Transaction, id: string): Promise<void> {
  await tx`delete from applications where id = ${id}`;
}

/** One page of applications, newest first. */
export const applicationPage = (
  db: Queryable,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<Rows<ApplicationRow>> => db<ApplicationRow>`
  select ${columns} from applications order by created_ts desc, id desc limit ${page.limit} offset ${page.offset}`;

/**
 * Applications that registered themselves: all, and those of the last minute. Another transaction that counts them waits until this one
 * has ended, so that requests sent at once do not all find room.
 */
export async function countRegistrations(
  tx: Transaction,
): Promise<{ readonly all: number; readonly lastMinute: number }> {
  await tx`select pg_advisory_xact_lock(hashtextextended('registrations', 0))`;
  const [row] = await tx<{ all: number; lastMinute: number }>`
    select count(*) as all, count(*) filter (where created_ts > now() - interval '1 minute') as "lastMinute"
    from applications where origin = 'registration'`;
  return row ?? { all: 0, lastMinute: 0 };
}

/** Forgets applications that registered themselves and that nobody has allowed anything for a month. */
export async function forgetUnusedRegistrations(db: Queryable): Promise<void> {
  await db`
    delete from applications where id in (
      select a.id from applications a
      where a.origin = 'registration' and a.created_ts < now() - interval '30 days'
        and not exists (select from consents c where c.application_id = a.id)
      limit 1000 for update skip locked)`;
}

/** How many there are; see `boundedMetaOf`. */
export const countApplications = (db: Queryable): Promise<number> => readTotal(db, sql`from applications`);
