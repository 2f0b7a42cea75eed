import type { Queryable, Rows, Transaction } from '../../../postgres/database.js';
import { sql } from '../../../postgres/database.js';

/** A row of identity_providers. */
export interface ProviderRow {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed. */
  readonly clientSecret: string | null;
  readonly domains: readonly string[];
  readonly provision: boolean;
  readonly groupsClaim: string | null;
  readonly scopes: readonly string[];
  readonly disabled: boolean;
  readonly createdTs: Date;
}

const columns = sql`id, name, issuer, client_id as "clientId", client_secret as "clientSecret", domains, provision,
  groups_claim as "groupsClaim", scopes, disabled, created_ts as "createdTs"`;

/** First four bytes of SHA-256('millrace identity providers'). */
const PROVIDERS_LOCK = 1_583_407_102;

/** All of them; their number is bounded when one is created. */
export const providerRows = (db: Queryable): Promise<Rows<ProviderRow>> =>
  db<ProviderRow>`select ${columns} from identity_providers order by created_ts, id`;

export async function findProviderRow(db: Queryable, id: string): Promise<ProviderRow | undefined> {
  const [row] = await db<ProviderRow>`select ${columns} from identity_providers where id = ${id}`;
  return row;
}

/** Until the end of the transaction no other transaction creates, changes or deletes a provider. */
export async function lockProviders(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${PROVIDERS_LOCK})`;
}

export async function insertProvider(tx: Transaction, row: ProviderRow): Promise<void> {
  await tx`
    insert into identity_providers (id, name, issuer, client_id, client_secret, domains, provision, groups_claim, scopes,
      disabled, created_ts)
    values (${row.id}, ${row.name}, ${row.issuer}, ${row.clientId}, ${row.clientSecret}, ${row.domains}::text[],
      ${row.provision}, ${row.groupsClaim}, ${row.scopes}::text[], ${row.disabled}, ${row.createdTs})`;
}

/** Writes everything that can change. */
export async function updateProviderRow(tx: Transaction, row: ProviderRow): Promise<void> {
  await tx`
    update identity_providers set name = ${row.name}, client_id = ${row.clientId}, client_secret = ${row.clientSecret},
      domains = ${row.domains}::text[], provision = ${row.provision}, groups_claim = ${row.groupsClaim},
      scopes = ${row.scopes}::text[], disabled = ${row.disabled}
    where id = ${row.id}`;
}

export async function deleteProviderRow(tx: Transaction, id: string): Promise<void> {
  await tx`delete from identity_providers where id = ${id}`;
}
