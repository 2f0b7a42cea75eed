import { quotaExceeded } from '../../kernel/errors/storage-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { usageOf } from '../records/usage/storage-usage.js';

/**
 * Checks the quota of a sub-project after an upload was stored in this transaction (D56). The row with the sums is locked by
 * the upload that was stored, so of two uploads at once the second sees the first.
 *
 * @throws CatalogueError 1721, which undoes the upload
 */
export async function checkQuota(
  tx: Transaction,
  { id, storage: { quota } }: SubProject,
  upload: { readonly size: number; readonly isAnnounced: boolean },
): Promise<void> {
  if (quota === undefined) return;
  const { stored, open } = await usageOf(tx, id);
  if (stored + open <= quota) return;
  const left = Math.max(0, quota - (stored + open - upload.size));
  const others = open - upload.size;
  const parts = [
    `The sub-project has ${left} of the ${quota} bytes of its quota left, and the upload`,
    upload.isAnnounced ? `has ${upload.size} bytes.` : `may have up to ${upload.size} bytes.`,
    others > 0 ? `Other open uploads hold ${others} bytes.` : '',
    upload.isAnnounced ? '' : 'Give the size of the file in the member size.',
    'Deleted files count until they are purged.',
  ];
  throw quotaExceeded(parts.filter(Boolean).join(' '));
}
