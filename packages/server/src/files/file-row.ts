import { sql } from '../postgres/sql.js';

/** A file as it is stored; see migration 0003 for what the columns mean. */
export interface FileRow {
  readonly id: string;
  readonly subProjectId: string;
  readonly stageKey: string | null;
  readonly fileName: string;
  readonly mimeType: string;
  readonly plugin: string;
  readonly objectKey: string;
  /** Bytes. */
  readonly maximumSize: number;
  readonly sha256: string | null;
  /** Bytes; null while the upload is open. */
  readonly size: number | null;
  readonly etag: string | null;
  readonly createdTs: Date;
  readonly closedTs: Date | null;
  readonly deletedTs: Date | null;
  readonly purging: boolean;
}

/** The columns of a {@link FileRow}, over the alias `f`. */
export const fileColumns = sql`
  f.id, f.sub_project_id as "subProjectId", f.stage_key as "stageKey", f.file_name as "fileName",
  f.mime_type as "mimeType", f.plugin, f.object_key as "objectKey", f.maximum_size as "maximumSize", f.sha256, f.size,
  f.etag, f.created_ts as "createdTs", f.closed_ts as "closedTs", f.deleted_ts as "deletedTs", f.purging`;

/** How long an upload may stay open (D30), in milliseconds. */
export const openUploadMs = 24 * 3600 * 1000;

/** How long a deleted file can be recovered (D32), in milliseconds. */
export const deletedFileMs = 30 * 24 * 3600 * 1000;

/** Whether an upload was not closed in time: from then on it names nothing, cleaned up or not (D30). */
export const isExpired = (file: Pick<FileRow, 'createdTs' | 'closedTs'>, now: Date): boolean =>
  file.closedTs === null && now.getTime() - file.createdTs.getTime() > openUploadMs;
