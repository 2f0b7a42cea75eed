import { preconditionFailed } from '../../kernel/errors/request-errors.js';
import type { ProcessRow } from '../records/processes/process-row.js';

/**
 * `*` asks only that the process exists; anything that is no version of it has lost the race (D17).
 *
 * @throws CatalogueError 1008
 */
export function requireVersion(process: ProcessRow, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === String(process.version)) return;
  throw preconditionFailed(
    `The process is in version ${process.version}, not in the version that If-Match names. Read it again.`,
  );
}
