import { sql, type Transaction } from '../../postgres/database.js';
import type { FileRow } from './file-row.js';

/** A file whose upload begins. */
export type NewFile = Pick<
  FileRow,
  | 'id'
  | 'subProjectId'
  | 'stageKey'
  | 'fileName'
  | 'mimeType'
  | 'plugin'
  | 'objectKey'
  | 'maximumSize'
  | 'partSize'
  | 'sha256'
> & {
  /** The process to attach it to at once. */
  readonly processId: string | null;
  /** The user who uploads it; null for the system. */
  readonly uploadedBy: string | null;
};

/** Stores an open upload, and what it is attached to. */
export async function insertFile(tx: Transaction, file: NewFile): Promise<void> {
  const createdTs = new Date();
  const row = {
    id: file.id,
    sub_project_id: file.subProjectId,
    stage_key: file.stageKey,
    file_name: file.fileName,
    mime_type: file.mimeType,
    plugin: file.plugin,
    object_key: file.objectKey,
    maximum_size: file.maximumSize,
    part_size: file.partSize,
    sha256: file.sha256,
    created_ts: createdTs,
    uploaded_by: file.uploadedBy,
    attached: file.processId !== null,
  };
  await tx`insert into files ${sql.rows([row])}`;
  if (file.processId === null) return;
  const attachment = {
    sub_project_id: file.subProjectId,
    file_id: file.id,
    process_id: file.processId,
    attached_ts: createdTs,
    direct: true,
  };
  await tx`insert into file_processes ${sql.rows([attachment])}`;
}
