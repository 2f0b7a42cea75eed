import { readTotal } from '../../../filters/counting.js';
import { type Queryable, type Rows, sql, type Transaction } from '../../../postgres/database.js';

/** What a person allowed an application, with the application's name. */
export interface ConsentRow {
  readonly applicationId: string;
  readonly applicationName: string;
  /** Empty: everything that the person may do. */
  readonly scopes: readonly string[];
  readonly createdTs: Date;
  readonly usedTs: Date;
}

/** What the person allowed the application; undefined when nothing. */
export async function consentedScopes(
  db: Queryable,
  userId: string,
  applicationId: string,
): Promise<readonly string[] | undefined> {
  const [row] = await db<{ scopes: readonly string[] }>`
    select scopes from consents where user_id = ${userId} and application_id = ${applicationId}`;
  return row?.scopes;
}

/** Stores what the person allows now, in the place of what was allowed before. */
export async function storeConsent(
  tx: Transaction,
  consent: { readonly userId: string; readonly applicationId: string; readonly scopes: readonly string[] },
): Promise<void> {
  await tx`
    insert into consents (user_id, application_id, scopes, created_ts, used_ts)
    values (${consent.userId}, ${consent.applicationId}, ${consent.scopes}, now(), now())
    on conflict (user_id, application_id) do update set scopes = excluded.scopes, used_ts = now()`;
}

/** Notes that an application asked again. */
export async function touchConsent(tx: Transaction, userId: string, applicationId: string): Promise<void> {
  await tx`update consents set used_ts = now() where user_id = ${userId} and application_id = ${applicationId}`;
}

/** @returns whether there was one */
export async function deleteConsent(tx: Transaction, userId: string, applicationId: string): Promise<boolean> {
  const deleted = await tx`delete from consents where user_id = ${userId} and application_id = ${applicationId}`;
  return deleted.count > 0;
}

/** One page of what a person allowed, newest first. */
export const consentPage = (
  db: Queryable,
  userId: string,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<Rows<ConsentRow>> => db<ConsentRow>`
  select c.application_id as "applicationId", a.name as "applicationName", c.scopes, c.created_ts as "createdTs",
    c.used_ts as "usedTs"
  from consents c join applications a on a.id = c.application_id
  where c.user_id = ${userId}
  order by c.created_ts desc, c.application_id limit ${page.limit} offset ${page.offset}`;

/** How many there are; see `boundedMetaOf`. */
export const countConsents = (db: Queryable, userId: string): Promise<number> =>
  readTotal(db, sql`from consents where user_id = ${userId}`);
