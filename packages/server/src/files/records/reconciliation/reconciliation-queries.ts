import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import type { ReconcileState } from './reconcile-state.js';

/** A comparison that an administrator asked for. The job that does it has the same id. */
export interface ReconciliationRow {
  readonly id: string;
  readonly repair: boolean;
  readonly plugin: string | null;
  readonly subProjectId: string | null;
  readonly createdTs: Date;
  readonly startedTs: Date | null;
  readonly finishedTs: Date | null;
  readonly failure: string | null;
  /** Null until the first batch is done. */
  readonly progress: ReconcileState | null;
}

/** Reports kept. */
const MAX_KEPT = 100;

const columns = sql`
  id, repair, plugin, sub_project_id as "subProjectId", created_ts as "createdTs", started_ts as "startedTs",
  finished_ts as "finishedTs", failure, progress`;

/** Stores a request and forgets finished ones beyond the newest hundred. */
export async function insertReconciliation(
  tx: Transaction,
  row: Pick<ReconciliationRow, 'id' | 'repair' | 'plugin' | 'subProjectId' | 'createdTs'> & {
    readonly requestedBy: string;
  },
): Promise<ReconciliationRow> {
  await tx`
    delete from storage_reconciliations where finished_ts is not null and id not in (
      select id from storage_reconciliations order by id desc limit ${MAX_KEPT})`;
  const [inserted] = await tx<ReconciliationRow>`
    insert into storage_reconciliations ${sql.rows([
      {
        id: row.id,
        repair: row.repair,
        plugin: row.plugin,
        sub_project_id: row.subProjectId,
        requested_by: row.requestedBy,
        created_ts: row.createdTs,
      },
    ])} returning ${columns}`;
  if (inserted === undefined) throw new Error('an insert returned no row');
  return inserted;
}

export async function findReconciliation(db: Queryable, id: string): Promise<ReconciliationRow | undefined> {
  const [row] = await db<ReconciliationRow>`select ${columns} from storage_reconciliations where id = ${id}`;
  return row;
}

/** Keeps how far a comparison came. The caller holds the lease of its job. */
export async function saveReconciliation(tx: Transaction, id: string, progress: ReconcileState): Promise<void> {
  await tx`
    update storage_reconciliations set started_ts = coalesce(started_ts, now()), progress = ${sql.json(progress)}
    where id = ${id}`;
}

/** Ends a comparison. The caller holds the lease of its job. */
export async function finishReconciliation(
  tx: Transaction,
  id: string,
  progress: ReconcileState,
  failure: string | null,
): Promise<void> {
  await tx`
    update storage_reconciliations
    set started_ts = coalesce(started_ts, now()), finished_ts = now(), progress = ${sql.json(progress)},
      failure = ${failure}
    where id = ${id}`;
}
