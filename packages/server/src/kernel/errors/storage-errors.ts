import { CatalogueError } from './catalogue-error.js';
import { errorIds } from './error-ids.js';
import { excerpt } from './request-errors.js';

/**
 * 1704 (404): the file does not exist, is deleted, or the caller may not see it.
 *
 * @param pointer the member of the request that names the file
 */
export const fileNotFound = (fileId: string, pointer = '/fileId'): CatalogueError =>
  new CatalogueError(errorIds.fileNotFound, `There is no file "${excerpt(fileId)}".`, {
    errors: [{ pointer, detail: 'names no file' }],
  });

/** 1709 (502): the store cannot be reached, refuses, or is not configured on this server. */
export const storageFailed = (detail: string, cause?: unknown): CatalogueError =>
  new CatalogueError(errorIds.storageFailed, detail, { cause });

/** 1709 (400): the request names a storage plugin that does not exist or that the sub-project does not allow (D8). */
export const unknownPlugin = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.storageFailed, detail, { status: 400 });

/** 1712 (423): an upload is open, or the sub-project is under legal hold. */
export const storageLocked = (detail: string): CatalogueError => new CatalogueError(errorIds.storageLocked, detail);

/** 1715 (409): what was uploaded cannot be closed as it is. */
export const uploadNotClosable = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.uploadNotClosable, detail);

/** 1720 (507): the disk of the store has no room beyond its reserve, or the store says that it is full. */
export const storageFull = (detail: string, cause?: unknown): CatalogueError =>
  new CatalogueError(errorIds.storageFull, detail, { cause });

/** 1721 (413): the upload does not fit into the quota of its sub-project. */
export const quotaExceeded = (detail: string): CatalogueError => new CatalogueError(errorIds.quotaExceeded, detail);

/** 1722 (423): a scanner has not passed the file. */
export const inQuarantine = (detail: string): CatalogueError => new CatalogueError(errorIds.inQuarantine, detail);
