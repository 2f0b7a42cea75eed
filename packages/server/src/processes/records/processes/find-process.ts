import { isUuid } from '../../../kernel/identifiers.js';
import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import { KEEPING_LOCK, type ProcessRow, processColumns, ROW_LOCK } from './process-row.js';

/** A process of the sub-project by primary key, or undefined; an id that is no UUID names nothing. */
export async function findProcess(
  db: Queryable,
  subProjectId: string,
  processId: string,
): Promise<ProcessRow | undefined> {
  return select(db, subProjectId, processId, '');
}

/** As {@link findProcess} for several processes: by their ids. */
export async function findProcesses(
  db: Queryable,
  subProjectId: string,
  processIds: readonly string[],
): Promise<ReadonlyMap<string, ProcessRow>> {
  const rows = await db<ProcessRow>`
    select ${processColumns} from processes p
    where p.sub_project_id = ${subProjectId} and p.id = any(${processIds}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** As {@link findProcess}, with the row locked until the transaction ends, so that changes follow one another. */
export async function lockProcess(
  tx: Transaction,
  subProjectId: string,
  processId: string,
): Promise<ProcessRow | undefined> {
  return select(tx, subProjectId, processId, ROW_LOCK);
}

/** As {@link findProcess}; the process is not deleted until the transaction ends. Others may change it. */
export async function keepProcess(
  tx: Transaction,
  subProjectId: string,
  processId: string,
): Promise<ProcessRow | undefined> {
  return select(tx, subProjectId, processId, KEEPING_LOCK);
}

async function select(
  db: Queryable,
  subProjectId: string,
  processId: string,
  lock: '' | typeof ROW_LOCK | typeof KEEPING_LOCK,
) {
  if (!isUuid(processId)) return undefined;
  const [row] = await db<ProcessRow>`
    select ${processColumns} from processes p
    where p.sub_project_id = ${subProjectId} and p.id = ${processId} ${sql.raw(lock)}`;
  return row;
}
