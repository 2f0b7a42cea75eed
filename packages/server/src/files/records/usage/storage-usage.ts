import type { Queryable } from '../../../postgres/database.js';

/** Bytes of the files of a sub-project, or of all of them. */
export interface StorageUsage {
  /** Of closed files, deleted ones included until they are purged. */
  readonly stored: number;
  /** Of open uploads: the announced size, or the largest that the form allows. */
  readonly open: number;
}

/** By primary key. A transaction that has changed a file sees its own change, and no other can change the row before it ends. */
export async function usageOf(db: Queryable, subProjectId: string): Promise<StorageUsage> {
  const [row] = await db<StorageUsage>`
    select stored_bytes as stored, open_bytes as open from storage_usage where sub_project_id = ${subProjectId}`;
  return row ?? { stored: 0, open: 0 };
}

/** Of all sub-projects; for metrics. A row for each of them is read. */
export async function totalUsage(db: Queryable): Promise<StorageUsage> {
  const [row] = await db<StorageUsage>`
    select coalesce(sum(stored_bytes), 0)::bigint as stored, coalesce(sum(open_bytes), 0)::bigint as open
    from storage_usage`;
  return row ?? { stored: 0, open: 0 };
}

/** Deleted files that are not purged yet. Reads each of them, by the index of deleted files. */
export interface DeletedFiles {
  readonly count: number;
  readonly bytes: number;
}

/** @param subProjectId undefined: of all sub-projects */
export async function deletedFiles(db: Queryable, subProjectId: string | undefined): Promise<DeletedFiles> {
  const [row] = await db<DeletedFiles>`
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes from files
    where deleted_ts is not null and not purging
      and (${subProjectId ?? null}::uuid is null or sub_project_id = ${subProjectId ?? null}::uuid)`;
  return row ?? { count: 0, bytes: 0 };
}
