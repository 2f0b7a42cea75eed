import { type Fragment, sql } from '../../postgres/database.js';

/** What names a file in the database. */
export interface FileKey {
  readonly subProjectId: string;
  readonly id: string;
}

/** What a scanner says of a file (D71); everything but `clean` is quarantine, `failed` is no verdict. */
export type ScanState = 'pending' | 'clean' | 'infected' | 'failed';

/** A file as it is stored; the migration says what the columns mean. */
export interface FileRow extends FileKey {
  readonly stageKey: string | null;
  readonly fileName: string;
  readonly mimeType: string;
  readonly plugin: string;
  readonly objectKey: string;
  /** Bytes; of an upload in parts its exact size. */
  readonly maximumSize: number;
  /** Bytes of each part but the last; null for an upload by form. */
  readonly partSize: number | null;
  /** Of the multipart upload at the store, once it has begun. */
  readonly uploadId: string | null;
  readonly sha256: string | null;
  /** Bytes; null while the upload is open. */
  readonly size: number | null;
  readonly etag: string | null;
  readonly createdTs: Date;
  readonly closedTs: Date | null;
  readonly deletedTs: Date | null;
  readonly purging: boolean;
  /** Null: no scanner was asked. */
  readonly scanState: ScanState | null;
  /** The object is all there is of this file at the store. */
  readonly settled: boolean;
}

/** As much of a file as says where it is at the store. */
export type StoredFile = Pick<FileRow, 'subProjectId' | 'id' | 'plugin' | 'objectKey' | 'partSize' | 'settled'>;

/** The keys of files as a subquery of (sub_project_id, id). */
export const fileKeys = (files: readonly FileKey[]): Fragment => sql`
  select * from unnest(
    ${files.map((file) => file.subProjectId)}::uuid[],
    ${files.map((file) => file.id)}::uuid[]
  )`;

/** The columns of a {@link FileRow}, over the alias `f`. */
export const fileColumns = sql`
  f.id, f.sub_project_id as "subProjectId", f.stage_key as "stageKey", f.file_name as "fileName",
  f.mime_type as "mimeType", f.plugin, f.object_key as "objectKey", f.maximum_size as "maximumSize", f.part_size as "partSize",
  f.upload_id as "uploadId", f.sha256, f.size, f.etag, f.created_ts as "createdTs", f.closed_ts as "closedTs",
  f.deleted_ts as "deletedTs", f.purging, f.settled, f.scan_state as "scanState"`;

/**
 * The file `f` that a row of another table names: what stands after `join`.
 *
 * @param row alias of a table with `sub_project_id` and `file_id`
 */
export const fileOf = (row: Fragment): Fragment =>
  sql`files f on f.sub_project_id = ${row}.sub_project_id and f.id = ${row}.file_id`;

/** How long an upload may stay open (D30), in milliseconds. */
export const OPEN_UPLOAD_MS = 24 * 3600 * 1000;

/**
 * Time after closing, in milliseconds, before maintenance removes everything of a file at the store but its object. It
 * is longer than a signed form is valid (D29) plus the upload it allows.
 */
export const SETTLE_AFTER_MS = 3600 * 1000;

/** Why a file is in quarantine; undefined when it is not. */
export const quarantineOf = ({ scanState }: Pick<FileRow, 'scanState'>): Exclude<ScanState, 'clean'> | undefined =>
  scanState === null || scanState === 'clean' ? undefined : scanState;

/** Whether an upload was not closed in time: from then on it names nothing, cleaned up or not (D30). */
export const isExpired = (file: Pick<FileRow, 'createdTs' | 'closedTs'>, now: Date): boolean =>
  file.closedTs === null && now.getTime() - file.createdTs.getTime() > OPEN_UPLOAD_MS;
