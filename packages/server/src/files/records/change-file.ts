import type { Queryable, Transaction } from '../../postgres/database.js';
import { type FileKey, fileKeys } from './file-row.js';

/** What closing an upload makes of its file. */
export interface ClosedFile {
  /** Where the verified object is at the store. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
  readonly sha256: string | undefined;
}

/** Ends the upload of a file whose row this transaction has locked. */
export async function markClosed(tx: Transaction, file: FileKey, closed: ClosedFile): Promise<void> {
  await tx`
    update files
    set closed_ts = ${new Date()}, object_key = ${closed.key}, size = ${closed.size}, etag = ${closed.etag},
      sha256 = ${closed.sha256 ?? null}
    where sub_project_id = ${file.subProjectId} and id = ${file.id}`;
}

/** Renames a file whose row this transaction has locked. */
export async function setFileName(tx: Transaction, file: FileKey, fileName: string): Promise<void> {
  await tx`
    update files set file_name = ${fileName} where sub_project_id = ${file.subProjectId} and id = ${file.id}`;
}

/** Deletes or, with null, recovers files whose rows this transaction has locked. */
export async function setDeleted(tx: Transaction, files: readonly FileKey[], deletedTs: Date | null): Promise<void> {
  await tx`
    update files set deleted_ts = ${deletedTs}
    where (sub_project_id, id) in (${fileKeys(files)})`;
}

/** Gives up an upload whose row this transaction has locked: from now on it names nothing. */
export async function markAborted(tx: Transaction, file: FileKey): Promise<void> {
  await tx`update files set purging = true where sub_project_id = ${file.subProjectId} and id = ${file.id}`;
}

/**
 * Keeps the id of the multipart upload at the store, unless another request has kept one.
 *
 * @returns the id that counts
 */
export async function keepUploadId(db: Queryable, file: FileKey, uploadId: string): Promise<string> {
  const [row] = await db<{ readonly uploadId: string }>`
    update files set upload_id = coalesce(upload_id, ${uploadId})
    where sub_project_id = ${file.subProjectId} and id = ${file.id}
    returning upload_id as "uploadId"`;
  return row?.uploadId ?? uploadId;
}
