import type { Queryable, Rows, Transaction } from '../../../postgres/database.js';
import { sql } from '../../../postgres/database.js';

/** A row of identity_links: the account at a provider that a person signs in with. */
export interface LinkRow {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
  readonly providerId: string;
  readonly email: string | null;
  readonly groups: readonly string[];
  readonly linkedTs: Date;
  readonly usedTs: Date | null;
}

const columns = sql`id, issuer, subject, user_id as "userId", provider_id as "providerId", email, groups,
  linked_ts as "linkedTs", used_ts as "usedTs"`;

/** The link of an account, locked until the end of the transaction. */
export async function lockLink(tx: Transaction, issuer: string, subject: string): Promise<LinkRow | undefined> {
  const [row] = await tx<LinkRow>`
    select ${columns} from identity_links where issuer = ${issuer} and subject = ${subject} for update`;
  return row;
}

export async function findLink(db: Queryable, issuer: string, subject: string): Promise<LinkRow | undefined> {
  const [row] = await db<LinkRow>`
    select ${columns} from identity_links where issuer = ${issuer} and subject = ${subject}`;
  return row;
}

/** The links of a person, by when they were made. */
export const linksOf = (db: Queryable, userId: string): Promise<Rows<LinkRow>> =>
  db<LinkRow>`select ${columns} from identity_links where user_id = ${userId} order by linked_ts, id`;

/** The groups that claims name, one row for each person and group. */
export const claimedGroups = (
  db: Queryable,
  userIds: readonly string[],
): Promise<Rows<{ readonly userId: string; readonly group: string }>> => db`
  select distinct l.user_id as "userId", g as "group" from identity_links l, unnest(l.groups) as g
  where l.user_id = any(${userIds}::uuid[])`;

/** Forgets what the claims of a provider named. @returns the people for whom that changes something */
export async function clearGroupsOfProvider(tx: Transaction, providerId: string): Promise<readonly string[]> {
  const rows = await tx<{ userId: string }>`
    update identity_links set groups = '{}' where provider_id = ${providerId} and groups <> '{}'
    returning user_id as "userId"`;
  return rows.map(({ userId }) => userId);
}

/** @throws a unique violation when the account has another person, or the person another account of the issuer */
export async function insertLink(tx: Transaction, row: LinkRow): Promise<void> {
  await tx`
    insert into identity_links (id, issuer, subject, user_id, provider_id, email, groups, linked_ts, used_ts)
    values (${row.id}, ${row.issuer}, ${row.subject}, ${row.userId}, ${row.providerId}, ${row.email},
      ${row.groups}::text[], ${row.linkedTs}, ${row.usedTs})`;
}

/** Notes what the provider said at a sign-in. */
export async function useLink(
  tx: Transaction,
  id: string,
  { providerId, email, groups, usedTs }: Pick<LinkRow, 'providerId' | 'email' | 'groups'> & { readonly usedTs: Date },
): Promise<void> {
  await tx`
    update identity_links set provider_id = ${providerId}, email = ${email}, groups = ${groups}::text[], used_ts = ${usedTs}
    where id = ${id}`;
}

/** @returns the link that is gone; undefined when the person has none of this id */
export async function deleteLink(tx: Transaction, id: string, userId: string): Promise<LinkRow | undefined> {
  const [row] = await tx<LinkRow>`
    delete from identity_links where id = ${id} and user_id = ${userId} returning ${columns}`;
  return row;
}

/** Deletes all links of a provider. @returns the people who had one */
export async function deleteLinksOfProvider(tx: Transaction, providerId: string): Promise<readonly string[]> {
  const rows = await tx<{ userId: string }>`
    delete from identity_links where provider_id = ${providerId} returning user_id as "userId"`;
  return rows.map(({ userId }) => userId);
}
