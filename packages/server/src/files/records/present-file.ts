import type { File } from '@millrace/contract';
import { type FileRow, quarantineOf } from './file-row.js';

/** A file in an answer, with the members that are told of on request (D1). */
export function presentFile(file: FileRow, include: ReadonlySet<string>): File {
  const locked = file.closedTs === null;
  const quarantine = quarantineOf(file);
  return {
    id: file.id,
    fileName: file.fileName,
    size: String(file.size ?? 0),
    locked,
    createdTs: file.createdTs.toISOString(),
    ...(quarantine === undefined ? {} : { quarantine }),
    ...(include.has('mimeType') ? { mimeType: file.mimeType } : {}),
    ...(include.has('stageKey') && file.stageKey !== null ? { stageKey: file.stageKey } : {}),
    ...(include.has('deletedTs') && file.deletedTs !== null ? { deletedTs: file.deletedTs.toISOString() } : {}),
    ...(include.has('sha256') && !locked && file.sha256 !== null ? { sha256: file.sha256 } : {}),
  };
}
