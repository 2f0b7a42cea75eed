import type { Variables } from '@millrace/engine';
import { isBeingDelivered } from '../../jobs/records/job-conditions.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** A signal on its way: its variables are stored once for all runs that wait for it. */
export interface NewSignal {
  readonly id: string;
  readonly subProjectId: string;
  readonly name: string;
  readonly variables: Variables;
  readonly createdTs: Date;
}

/** Stores a signal for the jobs that deliver it. */
export async function insertSignal(tx: Transaction, signal: NewSignal): Promise<void> {
  await tx`
    insert into signals (sub_project_id, id, name, variables, created_ts)
    values (${signal.subProjectId}, ${signal.id}, ${signal.name}, ${sql.json(signal.variables)}, ${signal.createdTs})`;
}

/** The variables of a signal on its way; undefined for one that was deleted after a day. */
export async function findSignalVariables(
  db: Queryable,
  subProjectId: string,
  signalId: string,
): Promise<Variables | undefined> {
  const [row] = await db<{ variables: Variables }>`
    select variables from signals where sub_project_id = ${subProjectId} and id = ${signalId}`;
  return row?.variables;
}

/**
 * Deletes signals of all sub-projects that are a day old and that no job delivers any more.
 *
 * @param limit the most that one call deletes
 * @returns how many it deleted
 */
export async function forgetSignals(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from signals where (sub_project_id, id) in (
      select s.sub_project_id, s.id from signals s
      where s.created_ts < now() - interval '1 day' and not ${isBeingDelivered(sql`s`)}
      order by s.created_ts limit ${limit})`;
  return count;
}
