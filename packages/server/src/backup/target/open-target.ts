import { directoryTarget } from './directory-target.js';
import type { BackupTarget } from './target.js';
import { parseTarget } from './target-address.js';

/**
 * Opens a target by its address; nothing is read or written yet.
 *
 * @throws BackupError for an address that `parseTarget` refuses
 */
export async function openTarget(address: string): Promise<BackupTarget> {
  const place = parseTarget(address);
  if ('directory' in place) return directoryTarget(place.directory);
  // Loaded on demand: the SDK is large, and a server without backups in S3 does not need it here.
  const { s3Target } = await import('./s3-target.js');
  return s3Target(place);
}
