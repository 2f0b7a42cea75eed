import { type Queryable, sql } from '../../postgres/database.js';

/** A server that issues tokens says so every hour at least, and a token lives a day at most (config). */
const IN_USE = sql`interval '3 days'`;

/** Notes that a server issues tokens under this address. */
export async function noteIssuer(db: Queryable, issuer: string): Promise<void> {
  await db`
    insert into token_issuers (issuer, used_ts) values (${issuer}, now())
    on conflict (issuer) do update set used_ts = now()`;
}

/** The addresses under which tokens that may be in force were issued. */
export async function knownIssuers(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db<{ issuer: string }>`select issuer from token_issuers where used_ts > now() - ${IN_USE}`;
  return new Set(rows.map((row) => row.issuer));
}
