import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { fileNotFound } from '../../kernel/errors/storage-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { UseCase } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import { requestScan } from '../quarantine/request-scan.js';
import { quarantineOf } from '../records/file-row.js';
import { lockClosed, setScanState } from '../records/quarantine/scan-queries.js';
import type { FileDeps } from '../store/file-deps.js';

/**
 * resolveQuarantine (extension): an administrator sends a closed file to the scanner, also one that was closed before there
 * was a scanner, or releases it without a verdict (D71). Both are audited with who did it and why.
 */
export const resolveQuarantine =
  ({ subProjects }: FileDeps): UseCase<'resolveQuarantine'> =>
  async (caller, { subProjectId, fileId, action, reason }) => {
    requireAdministrator(caller.principal, operations.resolveQuarantine);
    const { id, storage } = await subProjects.load(subProjectId);
    if (action === 'scan' && storage.scan === undefined) {
      throw conflict('The sub-project has no scanner. Declare storage.scan in its document.');
    }
    const key = { subProjectId: id, id: fileId.toLowerCase() };
    return caller.write(async (tx) => {
      const file = isUuid(fileId) ? await lockClosed(tx, key) : undefined;
      if (file === undefined) throw fileNotFound(fileId);
      if (action === 'scan') await requestScan(tx, key);
      else {
        if (quarantineOf(file) === undefined) throw conflict(`The file "${key.id}" is not in quarantine.`);
        await setScanState(tx, key, { state: 'clean', detail: reason ?? null, rounds: 0 });
      }
      const after = action === 'scan' ? { scan: 'pending', reason } : { scan: 'released', reason };
      await appendFileAudit(tx, caller, 'file.scan', [{ file: key, before: { scan: file.scanState }, after }]);
      const message = action === 'scan' ? 'The file is scanned again.' : 'The file can be downloaded.';
      return { status: 'success', message };
    });
  };
