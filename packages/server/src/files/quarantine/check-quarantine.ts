import { inQuarantine } from '../../kernel/errors/storage-errors.js';
import { type FileRow, quarantineOf } from '../records/file-row.js';

const reasons = {
  pending: 'The scanner has not answered yet. Try again later.',
  infected: 'The scanner refused it. Delete it, or ask an administrator.',
  failed: 'The scanner gave no verdict. Ask an administrator to scan it again.',
} as const;

/** Nobody downloads a file in quarantine, administrators neither (D71). @throws CatalogueError 1722 */
export function checkQuarantine(file: FileRow): void {
  const quarantine = quarantineOf(file);
  if (quarantine !== undefined) throw inQuarantine(`The file "${file.id}" is in quarantine. ${reasons[quarantine]}`);
}
