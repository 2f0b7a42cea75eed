import { isUuid } from '../../../kernel/identifiers.js';
import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import { type ProcessRow, processColumns, ROW_LOCK } from './process-row.js';

/** A process of the sub-project by primary key, or undefined; an id that is no UUID names nothing. */
export async function findProcess(
  db: Queryable,
  subProjectId: string,
  processId: string,
): Promise<ProcessRow | undefined> {
  return select(db, subProjectId, processId, false);
}

/** As {@link findProcess}, with the row locked until the transaction ends, so that changes follow one another. */
export async function lockProcess(
  tx: Transaction,
  subProjectId: string,
  processId: string,
): Promise<ProcessRow | undefined> {
  return select(tx, subProjectId, processId, true);
}

async function select(db: Queryable, subProjectId: string, processId: string, lock: boolean) {
  if (!isUuid(processId)) return undefined;
  const [row] = await db<ProcessRow>`
    select ${processColumns} from processes p
    where p.sub_project_id = ${subProjectId} and p.id = ${processId} ${sql.raw(lock ? ROW_LOCK : '')}`;
  return row;
}
