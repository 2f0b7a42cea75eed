import type { S3ServiceException } from '@aws-sdk/client-s3';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { storageFailed, storageFull } from '../../kernel/errors/storage-errors.js';

/** Decides as `instanceof` does for it, without loading the SDK, which a start does not need. */
const isAnswer = (error: unknown): error is S3ServiceException =>
  error instanceof Error && '$fault' in error && '$metadata' in error;

/**
 * Whether a store said that an object or a multipart upload is not there. S3 answers HEAD without a body, so its status
 * alone must do; Ceph says NoSuchKey of an upload.
 */
export const isMissing = (error: unknown): boolean =>
  isAnswer(error) && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket';

/** Whether a store answered with this code of the S3 API. */
export const isRefusedAs = (error: unknown, code: string): boolean => isAnswer(error) && error.name === code;

/** Codes of stores without room, where they do not answer with 507: MinIO, Ceph RGW. */
const fullCodes: ReadonlySet<string> = new Set(['XMinioStorageFull', 'InsufficientStorage', 'QuotaExceeded']);

/** Whether a store said that it has no room for what was asked. */
const saysFull = (error: S3ServiceException): boolean =>
  error.$metadata.httpStatusCode === 507 || fullCodes.has(error.name);

/**
 * The one place where what goes wrong at a store becomes an error of the interface: 1709, or 1720 when it is full (D30, D56). The cause stays on it for
 * the log; the caller learns the plugin and S3's own code, no address and no key.
 */
export function storageFailure(plugin: string, error: unknown): CatalogueError {
  if (isAnswer(error) && saysFull(error)) {
    return storageFull(`The storage "${plugin}" has no room (${error.name}).`, error);
  }
  const detail =
    isAnswer(error) && error.$metadata.httpStatusCode !== undefined
      ? `The storage "${plugin}" refused the request (${error.$metadata.httpStatusCode} ${error.name}).`
      : `The storage "${plugin}" could not be reached.`;
  return storageFailed(detail, error);
}

/** Whether a store gave no answer to what was asked, or one that any other request would get as well. */
export function isUnreachable(error: unknown): boolean {
  const cause = error instanceof CatalogueError ? error.cause : error;
  const status = isAnswer(cause) ? cause.$metadata.httpStatusCode : undefined;
  return status === undefined || status >= 500;
}

/** Runs one exchange with a store. @throws CatalogueError 1709 or 1720 */
export async function atStore<T>(plugin: string, exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    throw storageFailure(plugin, error);
  }
}
