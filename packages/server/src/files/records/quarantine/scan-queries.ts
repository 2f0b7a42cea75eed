import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import { type FileKey, type FileRow, fileColumns, type ScanState } from '../file-row.js';

export interface ScanResult {
  readonly state: ScanState | null;
  readonly detail: string | null;
  /** Rounds of attempts that ended without a verdict. */
  readonly rounds: number;
}

/** Keeps what is known of a file. */
export async function setScanState(
  tx: Transaction,
  file: FileKey,
  { state, detail, rounds }: ScanResult,
): Promise<void> {
  await tx`
    update files set scan_state = ${state}, scan_detail = ${detail}, scan_rounds = ${rounds}
    where sub_project_id = ${file.subProjectId} and id = ${file.id}`;
}

/** A file that waits for the round of its scan; undefined when it is gone, or another scan was asked for since. */
export async function findPending(
  db: Queryable,
  file: FileKey,
  round: number,
  options: { readonly lock?: boolean } = {},
): Promise<FileRow | undefined> {
  const [row] = await db<FileRow>`
    select ${fileColumns} from files f
    where f.sub_project_id = ${file.subProjectId} and f.id = ${file.id} and f.scan_state = 'pending'
      and f.scan_rounds = ${round} and not f.purging
    ${sql.raw(options.lock === true ? 'for no key update of f' : '')}`;
  return row;
}

/** A closed file, locked; undefined when it is unknown, open, deleted or being purged. */
export async function lockClosed(tx: Transaction, file: FileKey): Promise<FileRow | undefined> {
  const [row] = await tx<FileRow>`
    select ${fileColumns} from files f
    where f.sub_project_id = ${file.subProjectId} and f.id = ${file.id} and f.closed_ts is not null
      and f.deleted_ts is null and not f.purging
    for no key update of f`;
  return row;
}
