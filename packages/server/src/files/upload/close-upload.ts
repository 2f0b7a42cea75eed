import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import { requestScan } from '../quarantine/request-scan.js';
import { markClosed } from '../records/change-file.js';
import { type FileRow, quarantineOf } from '../records/file-row.js';
import type { VerifiedUpload } from './inspect-upload.js';

/** An upload that was verified and is where nobody can write any more. */
export interface SecuredUpload extends VerifiedUpload {
  readonly key: string;
}

/** Unlocks an open file, whose row this transaction has locked. Where there is a scanner, the file goes into quarantine. */
export async function closeUpload(
  tx: Transaction,
  caller: Caller,
  subProject: SubProject,
  file: FileRow,
  upload: SecuredUpload,
): Promise<ReturnType<typeof closedAnswer>> {
  await markClosed(tx, file, upload);
  const isScanned = subProject.storage.scan !== undefined;
  if (isScanned) await requestScan(tx, file);
  await appendFileAudit(tx, caller, 'file.close', [
    { file, before: { locked: true }, after: { locked: false, size: upload.size, sha256: upload.sha256 } },
  ]);
  return closedAnswer({ ...file, scanState: isScanned ? 'pending' : null }, upload.size);
}

/** The answer of every operation that closes a file. */
export function closedAnswer(file: FileRow, size: number) {
  const quarantine = quarantineOf(file);
  return {
    file: {
      ...{ id: file.id, fileName: file.fileName, size: String(size), locked: false },
      ...(quarantine === undefined ? {} : { quarantine }),
    },
  };
}
