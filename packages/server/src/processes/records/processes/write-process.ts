import { CHANNEL, ENGINE_HINT } from '../../../jobs/hints/hint.js';
import { type Fragment, sql, type Transaction } from '../../../postgres/database.js';
import { currentVersionOf } from '../../../sub-projects/records/version-queries.js';
import { type ProcessRow, processColumns } from './process-row.js';

/** What a change writes: what differs from the process as it is. */
export interface ProcessUpdate {
  readonly state?: string;
  readonly priority?: string;
  readonly stageKey?: string;
  readonly set: ReadonlyMap<string, unknown>;
  readonly cleared: readonly string[];
}

/** What a change of a process writes beside its row, in the same statement. */
export interface BesideChange {
  /** Appends the audit row where the query `changed` has one. */
  readonly audit: Fragment;
  /** Stores jobs for what waits for the change, and is the last statement of its transaction. */
  readonly woken: Fragment | undefined;
}

/** Writes a planned change to a row that is as it was read, and returns it with its next version. */
export async function writeChange(
  tx: Transaction,
  process: ProcessRow,
  planned: ProcessUpdate,
  { audit, woken }: BesideChange,
): Promise<ProcessRow> {
  // Merged in the database: fields that are not touched keep every digit they have.
  const statement = sql`
    with changed as (update processes p set
      state = ${planned.state ?? process.state},
      priority = ${planned.priority ?? process.priority},
      stage_key = ${planned.stageKey ?? process.stageKey},
      fields = (p.fields || ${sql.json(Object.fromEntries(planned.set))}::jsonb) - ${planned.cleared}::text[],
      version = p.version + 1,
      updated_ts = greatest(p.updated_ts, ${new Date()}::timestamptz)
    where p.sub_project_id = ${process.subProjectId} and p.id = ${process.id} and p.version = ${process.version}
    returning ${processColumns}), audited as (${audit})`;
  const rows =
    woken === undefined
      ? await tx.run<ProcessRow>(sql`${statement} select * from changed`)
      : await tx.last<ProcessRow>(sql`${statement}, woken as (${woken})
          select changed.*, (select pg_notify(${CHANNEL}, ${ENGINE_HINT}) from (select from woken limit 1) as one) as woken
          from changed`);
  return rows[0] ?? tx.changedMeanwhile();
}

/** A new process in its first version. */
export type NewProcess = Omit<ProcessRow, 'version' | 'updatedTs'>;

/**
 * Inserts a new process.
 *
 * @param audit as {@link writeChange} has it
 * @returns the version of the configuration that is in force
 */
export async function insertProcess(tx: Transaction, process: NewProcess, audit: Fragment): Promise<string | null> {
  const [row] = await tx<{ versionId: string | null }>`with audited as (${audit}) insert into processes ${sql.rows([
    {
      id: process.id,
      sub_project_id: process.subProjectId,
      state: process.state,
      priority: process.priority,
      stage_key: process.stageKey,
      fields: sql.json(process.fields),
      created_ts: process.createdTs,
      updated_ts: process.createdTs,
      created_by: process.createdBy,
    },
  ])} returning (${currentVersionOf(process.subProjectId)}) as "versionId"`;
  return row?.versionId ?? null;
}
