import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/**
 * What one-time links are for. The subject of an invitation is the id of the invitation, of all others the id of the user. A
 * link for one purpose never serves another.
 */
export type LinkPurpose = 'invitation' | 'password-reset' | 'email-change' | 'sign-in';

/** `open`: it can be used now. */
export type LinkState = 'open' | 'used' | 'revoked' | 'expired';

export interface LinkRow {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdTs: Date;
  readonly expiresTs: Date;
  readonly state: LinkState;
}

const columns = sql`l.id, l.purpose, l.subject, l.data, l.created_ts as "createdTs", l.expires_ts as "expiresTs",
  case when l.used_ts is not null then 'used' when l.revoked_ts is not null then 'revoked'
    when l.expires_ts <= now() then 'expired' else 'open' end as state`;

const isOpen = sql`l.used_ts is null and l.revoked_ts is null and l.expires_ts > now()`;

export async function insertLink(tx: Transaction, link: Omit<LinkRow, 'state'>): Promise<void> {
  await tx`
    insert into one_time_links (id, purpose, subject, data, created_ts, expires_ts)
    values (${link.id}, ${link.purpose}, ${link.subject}, ${sql.json(link.data)}::jsonb, ${link.createdTs},
      ${link.expiresTs})`;
}

export async function insertLinkToken(tx: Transaction, linkId: string, tokenHash: string): Promise<void> {
  await tx`
    insert into one_time_link_tokens (token_hash, link_id, created_ts) values (${tokenHash}, ${linkId}, now())`;
}

export async function findLink(db: Queryable, id: string): Promise<LinkRow | undefined> {
  const [row] = await db<LinkRow>`select ${columns} from one_time_links l where l.id = ${id}`;
  return row;
}

export async function findLinkByHash(db: Queryable, tokenHash: string): Promise<LinkRow | undefined> {
  const [row] = await db<LinkRow>`
    select ${columns} from one_time_links l join one_time_link_tokens t on t.link_id = l.id
    where t.token_hash = ${tokenHash}`;
  return row;
}

/** Marks an open link of the purpose as used. A second request that waits for the row sees the mark and gets nothing. */
export async function takeLinkByHash(
  tx: Transaction,
  tokenHash: string,
  purpose: LinkPurpose,
): Promise<LinkRow | undefined> {
  const [row] = await tx<LinkRow>`
    update one_time_links l set used_ts = now()
    from one_time_link_tokens t
    where t.token_hash = ${tokenHash} and l.id = t.link_id and l.purpose = ${purpose} and ${isOpen}
    returning ${columns}`;
  return row;
}

/** Ends the open links of a purpose about a subject. @returns how many there were */
export async function revokeLinks(
  tx: Transaction,
  purpose: LinkPurpose,
  subject: string,
  options: { readonly except?: string } = {},
): Promise<number> {
  const { count } = await tx`
    update one_time_links l set revoked_ts = now()
    where l.purpose = ${purpose} and l.subject = ${subject} and ${isOpen}
      and l.id <> coalesce(${options.except ?? null}::uuid, '00000000-0000-0000-0000-000000000000')`;
  return count;
}

/** Ends the open links of all purposes about a user: to sign in, for a new password, for another address. */
export async function revokeLinksOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx`
    update one_time_links l set revoked_ts = now()
    where l.purpose in ('sign-in', 'password-reset', 'email-change') and l.subject = ${userId} and ${isOpen}`;
}

/** Links of a purpose about a subject that were created since a time. */
export async function countLinksSince(
  tx: Transaction,
  purpose: LinkPurpose,
  subject: string,
  since: Date,
): Promise<number> {
  const [row] = await tx<{ total: number }>`
    select count(*) as total from one_time_links l
    where l.purpose = ${purpose} and l.subject = ${subject} and l.created_ts >= ${since}`;
  return row?.total ?? 0;
}

/** Forgets links that ended by time 30 days ago. Bounded per call. */
export async function forgetLinks(db: Queryable, limit = 1000): Promise<void> {
  await db`
    delete from one_time_links where id in (
      select id from one_time_links where expires_ts < now() - interval '30 days'
      order by expires_ts limit ${limit} for update skip locked)`;
}
