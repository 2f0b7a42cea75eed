import { appendAudit } from '../../audit/records/append.js';
import type { Transaction } from '../../postgres/database.js';
import type { Caller } from '../../use-case/caller.js';
import { firstProcesses } from '../records/attach-files.js';
import type { FileRow } from '../records/file-row.js';
import type { VerifiedUpload } from './inspect-upload.js';

/** An upload that was verified and is where nobody can write any more. */
export interface SecuredUpload extends VerifiedUpload {
  readonly key: string;
}

/** Unlocks an open file, whose row this transaction has locked. */
export async function closeUpload(
  tx: Transaction,
  caller: Caller,
  file: FileRow,
  upload: SecuredUpload,
): Promise<void> {
  await tx`
    update files
    set closed_ts = ${new Date()}, object_key = ${upload.key}, size = ${upload.size}, etag = ${upload.etag},
      sha256 = ${upload.sha256 ?? null}
    where id = ${file.id}`;
  const processes = await firstProcesses(tx, [file.id]);
  await appendAudit(tx, caller, [
    {
      action: 'file.close',
      subProjectId: file.subProjectId,
      subjectType: 'file',
      subjectId: file.id,
      processId: processes.get(file.id) ?? null,
      before: { locked: true },
      after: { locked: false, size: upload.size, sha256: upload.sha256 },
    },
  ]);
}

/** The answer of every operation that closes a file. */
export const closedAnswer = (file: FileRow, size: number) => ({
  file: { id: file.id, fileName: file.fileName, size: String(size), locked: false },
});
