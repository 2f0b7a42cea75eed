import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { fileNotFound, uploadNotClosable } from '../../kernel/errors/storage-errors.js';
import type { Queryable } from '../../postgres/database.js';
import type { FileRow } from '../records/file-row.js';
import { type FileScope, findFile } from '../records/find-file.js';

/** A file that is or was uploaded in parts. */
export type MultipartFile = FileRow & { readonly partSize: number };

/**
 * The upload an id names for this caller, open or closed.
 *
 * @throws CatalogueError 1704 also for a deleted file
 */
export async function findUpload(
  db: Queryable,
  scope: FileScope,
  fileId: string,
  options: { readonly lock?: boolean } = {},
): Promise<FileRow> {
  const file = await findFile(db, scope, fileId, options);
  if (file === undefined || file.deletedTs !== null) throw fileNotFound(fileId);
  return file;
}

/**
 * As {@link findUpload} for operations on uploads in parts.
 *
 * @throws CatalogueError 1704; 1715 for an upload by form
 */
export async function findMultipart(
  db: Queryable,
  scope: FileScope,
  fileId: string,
  options: { readonly lock?: boolean } = {},
): Promise<MultipartFile> {
  const file = await findUpload(db, scope, fileId, options);
  const { partSize } = file;
  if (partSize === null) {
    throw uploadNotClosable('The file is uploaded with a signed form, not in parts. Use closeSignedStorage.');
  }
  return { ...file, partSize };
}

/** The error of an operation that needs an open upload. */
export const alreadyClosed = (file: FileRow): CatalogueError =>
  uploadNotClosable(`The upload of the file "${file.id}" is closed already.`);
