import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { uploadNotClosable } from '../../kernel/errors/storage-errors.js';
import type { FileRow } from '../records/file-row.js';
import type { StoredObject } from '../store/object-requests.js';
import type { Storage } from '../store/storage.js';
import { sameMimeType } from './upload-request.js';

/** What was found at the store and agrees with what was announced. */
export interface VerifiedUpload {
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
  /** Hex SHA-256 where it is known. */
  readonly sha256: string | undefined;
}

/**
 * Compares what is at the store with what createSignedStorage was told (D30). Asks with a HEAD; only a SHA-256 that was
 * announced and that the store has not computed costs reading the object.
 *
 * @throws CatalogueError 1715 for nothing there, another type, size or SHA-256; 1709 when the store cannot be reached
 */
export async function inspectUpload(storage: Storage, file: FileRow): Promise<VerifiedUpload> {
  const object = await findUploaded(storage, file);
  return { size: object.size, etag: object.etag, sha256: await checkSha256(storage, file, object) };
}

/**
 * The part of {@link inspectUpload} that costs no more than a HEAD: everything but the SHA-256.
 *
 * @throws CatalogueError 1715 or 1709
 */
export async function findUploaded(storage: Storage, file: FileRow): Promise<StoredObject> {
  const object = await storage.head(file.plugin, file.objectKey);
  if (object === undefined) throw nothingUploaded();
  if (object.size > file.maximumSize) {
    throw refused(`the upload has ${object.size} bytes, more than the ${file.maximumSize} allowed`);
  }
  if (file.partSize !== null && object.size !== file.maximumSize) {
    throw refused(`the upload has ${object.size} bytes instead of ${file.maximumSize}`);
  }
  if (object.contentType === undefined || !sameMimeType(object.contentType, file.mimeType)) {
    throw refused(`the upload has the type "${object.contentType ?? ''}" instead of "${file.mimeType}"`);
  }
  return object;
}

async function checkSha256(storage: Storage, file: FileRow, object: StoredObject): Promise<string | undefined> {
  if (file.sha256 === null) return object.sha256;
  const found = object.sha256 ?? (await storage.digest(file.plugin, file.objectKey));
  if (found === undefined) throw refused('the upload is gone');
  if (found !== file.sha256) throw refused(`the upload has the SHA-256 ${found} instead of ${file.sha256}`);
  return found;
}

export const nothingUploaded = (): CatalogueError => refused('nothing was uploaded yet');

const refused = (problem: string): CatalogueError =>
  uploadNotClosable(`The file cannot be closed: ${problem}. Upload it again as it was announced, then close again.`);
