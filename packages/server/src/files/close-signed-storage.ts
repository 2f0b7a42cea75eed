import { operations } from '@millrace/contract';
import { appendAudit } from '../audit/append.js';
import type { UseCase } from '../caller.js';
import type { Transaction } from '../postgres/pool.js';
import { enter } from '../sub-projects/enter.js';
import { firstProcesses } from './attach-files.js';
import type { FileDeps } from './file-deps.js';
import type { FileRow } from './file-row.js';
import { findFile, noSuchFile } from './find-file.js';
import { inspectUpload, type VerifiedUpload } from './inspect-upload.js';

/**
 * closeSignedStorage: verifies the upload at the store and unlocks the file (D30). The store is asked before the
 * transaction, which then decides on the locked row. Closing a closed file gives the same answer and asks no store.
 */
export const closeSignedStorage =
  ({ db, subProjects, storage }: FileDeps): UseCase<'closeSignedStorage'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.closeSignedStorage);
    const found = present(await findFile(db, scope, request.fileId), request.fileId);
    const upload = found.closedTs === null ? await inspectUpload(storage, found) : undefined;
    return caller.write(async (tx) => {
      const file = present(await findFile(tx, scope, request.fileId, { lock: true }), request.fileId);
      if (file.closedTs !== null || upload === undefined) return answer(file, file.size ?? 0);
      await close(tx, file, upload);
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
      return answer(file, upload.size);
    });
  };

function present(file: FileRow | undefined, fileId: string): FileRow {
  if (file === undefined || file.deletedTs !== null) throw noSuchFile(fileId);
  return file;
}

const answer = (file: FileRow, size: number) => ({
  file: { id: file.id, fileName: file.fileName, size: String(size), locked: false },
});

async function close(tx: Transaction, file: FileRow, upload: VerifiedUpload): Promise<void> {
  await tx`
    update files
    set closed_ts = ${new Date()}, size = ${upload.size}, etag = ${upload.etag}, sha256 = ${upload.sha256 ?? null}
    where id = ${file.id}`;
}
