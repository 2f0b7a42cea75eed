import type { StorageReconciliation } from '@millrace/contract';
import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** What is kept of a comparison: what its answer shows. */
export type ReconciliationReport = Pick<StorageReconciliation, 'plugins' | 'unconfigured'>;

/** A comparison that an administrator asked for; see migration 0003. */
export interface ReconciliationRow {
  readonly id: string;
  readonly repair: boolean;
  readonly plugin: string | null;
  readonly subProjectId: string | null;
  readonly createdTs: Date;
  readonly startedTs: Date | null;
  readonly finishedTs: Date | null;
  readonly leaseUntil: Date | null;
  readonly failure: string | null;
  readonly report: ReconciliationReport | null;
}

/** Reports kept. */
const KEPT = 100;
/** A comparison whose workers die this often is given up. */
const ATTEMPTS = 5;

const columns = sql`
  id, repair, plugin, sub_project_id as "subProjectId", created_ts as "createdTs", started_ts as "startedTs",
  finished_ts as "finishedTs", lease_until as "leaseUntil", failure, report`;

/** Stores a request and forgets finished ones beyond the newest hundred. */
export async function insertReconciliation(
  tx: Transaction,
  row: Pick<ReconciliationRow, 'id' | 'repair' | 'plugin' | 'subProjectId'> & { readonly requestedBy: string },
): Promise<ReconciliationRow> {
  await tx`
    delete from storage_reconciliations where finished_ts is not null and id not in (
      select id from storage_reconciliations order by id desc limit ${KEPT})`;
  const [inserted] = await tx<ReconciliationRow>`
    insert into storage_reconciliations ${sql.rows([
      {
        id: row.id,
        repair: row.repair,
        plugin: row.plugin,
        sub_project_id: row.subProjectId,
        requested_by: row.requestedBy,
        created_ts: new Date(),
      },
    ])} returning ${columns}`;
  if (inserted === undefined) throw new Error('an insert returned no row');
  return inserted;
}

export async function findReconciliation(db: Queryable, id: string): Promise<ReconciliationRow | undefined> {
  const [row] = await db<ReconciliationRow>`select ${columns} from storage_reconciliations where id = ${id}`;
  return row;
}

/** A lease on a comparison: reports with another token are refused. */
export interface Lease {
  readonly id: string;
  readonly token: string;
}

/** Takes the oldest comparison that no worker holds; the clock is the database's, so that workers agree. */
export async function claimReconciliation(
  db: Queryable,
  token: string,
  leaseMs: number,
): Promise<ReconciliationRow | undefined> {
  await db`
    update storage_reconciliations
    set finished_ts = now(), lease_token = null, lease_until = null,
      failure = ${`given up after ${ATTEMPTS} attempts whose workers ended before they had finished`}
    where finished_ts is null and attempts >= ${ATTEMPTS} and lease_until < now()`;
  const [row] = await db<ReconciliationRow>`
    update storage_reconciliations
    set lease_token = ${token}, lease_until = now() + ${leaseMs} * interval '1 millisecond', started_ts = now(),
      attempts = attempts + 1, report = null
    where id = (
      select id from storage_reconciliations
      where finished_ts is null and (lease_until is null or lease_until < now())
      order by created_ts limit 1 for update skip locked)
    returning ${columns}`;
  return row;
}

/** Extends a lease and keeps what was found so far. False when the lease is lost: somebody else has started over. */
export async function keepLease(
  db: Queryable,
  { id, token }: Lease,
  leaseMs: number,
  report: ReconciliationReport,
): Promise<boolean> {
  const { count } = await db`
    update storage_reconciliations
    set lease_until = now() + ${leaseMs} * interval '1 millisecond', report = ${sql.json(report)}
    where id = ${id} and lease_token = ${token} and finished_ts is null`;
  return count > 0;
}

export async function finishReconciliation(
  db: Queryable,
  { id, token }: Lease,
  report: ReconciliationReport,
  failure: string | null,
): Promise<void> {
  await db`
    update storage_reconciliations
    set finished_ts = now(), lease_until = null, lease_token = null, report = ${sql.json(report)}, failure = ${failure}
    where id = ${id} and lease_token = ${token} and finished_ts is null`;
}

/** Gives a lease back before its time, so that another worker starts over at once. */
export async function releaseReconciliation(db: Queryable, { id, token }: Lease): Promise<void> {
  await db`
    update storage_reconciliations set lease_until = null, lease_token = null, attempts = attempts - 1
    where id = ${id} and lease_token = ${token} and finished_ts is null`;
}
