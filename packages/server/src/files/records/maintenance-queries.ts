import { type Database, type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { type FileKey, fileKeys, type StoredFile } from './file-row.js';

/** Why a file is to go. */
export type Ending = 'expire' | 'purge';

/** A file that was marked to go. */
export interface EndedFile extends StoredFile {
  readonly fileName: string;
  /** Bytes; of an open upload 0. */
  readonly size: number;
}

/** The condition of the partial index that holds nothing but candidates, and what is due of it. */
function dueCondition(due: Due, before: Date): Fragment {
  switch (due) {
    case 'expire':
      return sql`closed_ts is null and not purging and created_ts < ${before}`;
    case 'purge':
      return sql`deleted_ts is not null and not purging and deleted_ts < ${before}`;
    case 'settle':
      return sql`closed_ts is not null and not settled and not purging and closed_ts < ${before}`;
  }
}

const storedColumns = sql`sub_project_id as "subProjectId", id, plugin, object_key as "objectKey", part_size as "partSize", settled`;

/** The sub-projects with something due; grows with what is due, not with what is stored. */
export async function subProjectsDue(db: Queryable, due: Due, before: Date): Promise<readonly string[]> {
  const rows = await db<{ readonly id: string }>`
    select distinct sub_project_id as id from files where ${dueCondition(due, before)}`;
  return rows.map((row) => row.id);
}

/** Marks up to `limit` files of the sub-projects, oldest first, passing over those that another worker or a request holds. */
export async function markPurging(
  tx: Transaction,
  ending: Ending,
  options: { readonly before: Date; readonly subProjectIds: readonly string[]; readonly limit: number },
): Promise<readonly EndedFile[]> {
  if (options.subProjectIds.length === 0) return [];
  const since = sql.raw(ending === 'expire' ? 'created_ts' : 'deleted_ts');
  return tx<EndedFile>`
    with due as materialized (
      select sub_project_id, id from files
      where ${dueCondition(ending, options.before)} and sub_project_id = any(${options.subProjectIds}::uuid[])
      order by ${since} limit ${options.limit} for update skip locked
    )
    update files set purging = true from due
    where files.sub_project_id = due.sub_project_id and files.id = due.id
    returning files.id, files.sub_project_id as "subProjectId", files.file_name as "fileName", files.plugin,
      files.object_key as "objectKey", files.part_size as "partSize", files.settled, coalesce(files.size, 0) as size`;
}

/** Why a file needs somebody to look at the store. */
export type Due = Ending | 'settle';

/** What is not to be tried again in the same call. */
export interface LeftOut {
  readonly plugins: readonly string[];
  readonly fileIds: readonly string[];
}

const notLeftOut = ({ plugins, fileIds }: LeftOut): Fragment =>
  sql`plugin <> all(${plugins}::text[]) and id <> all(${fileIds}::uuid[])`;

/** Up to `limit` marked files. */
export async function findPurging(
  db: Queryable,
  options: { readonly leftOut: LeftOut; readonly limit: number },
): Promise<readonly StoredFile[]> {
  return db<StoredFile>`
    select ${storedColumns} from files
    where purging and ${notLeftOut(options.leftOut)}
    order by plugin, id limit ${options.limit}`;
}

/**
 * Forgets files whose objects are gone. One statement for each sub-project: a statement locks the sums of the sub-projects
 * of its files, and two statements that lock several of them could wait for each other.
 */
export async function removeRows(db: Database, files: readonly FileKey[]): Promise<void> {
  for (const subProjectId of new Set(files.map((file) => file.subProjectId))) {
    const ids = files.flatMap((file) => (file.subProjectId === subProjectId ? [file.id] : []));
    await db`delete from files where sub_project_id = ${subProjectId} and id = any(${ids}::uuid[]) and purging`;
  }
}

/** Up to `limit` closed files that may have more than their object at the store, in the order of closing. */
export async function findUnsettled(
  db: Queryable,
  options: {
    readonly before: Date;
    readonly held: readonly string[];
    readonly leftOut: LeftOut;
    readonly limit: number;
  },
): Promise<readonly StoredFile[]> {
  return db<StoredFile>`
    select ${storedColumns} from files
    where ${dueCondition('settle', options.before)} and sub_project_id <> all(${options.held}::uuid[])
      and ${notLeftOut(options.leftOut)}
    order by closed_ts limit ${options.limit}`;
}

/** Notes that closed files have nothing but their object at the store. */
export async function markSettled(db: Queryable, files: readonly FileKey[]): Promise<void> {
  await db`
    update files set settled = true
    where (sub_project_id, id) in (${fileKeys(files)}) and closed_ts is not null`;
}
