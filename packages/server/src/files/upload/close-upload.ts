import type { Transaction } from '../../postgres/database.js';
import type { Caller } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import { markClosed } from '../records/change-file.js';
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
  await markClosed(tx, file, upload);
  await appendFileAudit(tx, caller, 'file.close', [
    { file, before: { locked: true }, after: { locked: false, size: upload.size, sha256: upload.sha256 } },
  ]);
}

/** The answer of every operation that closes a file. */
export const closedAnswer = (file: FileRow, size: number) => ({
  file: { id: file.id, fileName: file.fileName, size: String(size), locked: false },
});
