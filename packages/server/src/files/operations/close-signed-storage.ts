import { operations } from '@millrace/contract';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { uploadNotClosable } from '../../kernel/errors/storage-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { FileRow } from '../records/file-row.js';
import type { FileDeps } from '../store/file-deps.js';
import { closedKey } from '../store/object-key.js';
import type { Storage } from '../store/storage.js';
import { closedAnswer, closeUpload, type SecuredUpload } from '../upload/close-upload.js';
import { findUpload } from '../upload/find-upload.js';
import { findUploaded, inspectUpload, nothingUploaded } from '../upload/inspect-upload.js';

/**
 * closeSignedStorage: verifies the upload at the store and unlocks the file (D30). What was verified is copied to a key
 * that no signed form names, so a form that is sent again changes nothing. The store is asked before the transaction,
 * which then decides on the locked row: of several closings at once each has made its own copy, and one copy is kept.
 * Closing a closed file gives the same answer and asks no store.
 */
export const closeSignedStorage =
  ({ db, subProjects, storage }: FileDeps): UseCase<'closeSignedStorage'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.closeSignedStorage);
    const found = await findUpload(db, scope, request.fileId);
    if (found.closedTs === null && found.partSize !== null) throw inParts();
    const upload = await secureUnlessClosed(storage, found, () => findUpload(db, scope, request.fileId));
    let kept = false;
    const answer = await caller.write(async (tx) => {
      const file = await findUpload(tx, scope, request.fileId, { lock: true });
      if (file.closedTs !== null || upload === undefined) return closedAnswer(file, file.size ?? 0);
      kept = true;
      return closeUpload(tx, caller, scope.subProject, file, upload);
    });
    // Reached only when the transaction is known to have ended well: one that may have committed keeps both objects.
    if (upload !== undefined) await forget(storage, found.plugin, kept ? found.objectKey : upload.key);
    return answer;
  };

/** Undefined when the file is closed, be it by another request meanwhile, which has taken the upload away. */
async function secureUnlessClosed(
  storage: Storage,
  file: FileRow,
  again: () => Promise<FileRow>,
): Promise<SecuredUpload | undefined> {
  if (file.closedTs !== null) return undefined;
  try {
    return await secure(storage, file);
  } catch (error) {
    if (error instanceof CatalogueError && error.id === errorIds.uploadNotClosable && (await again()).closedTs !== null)
      return undefined;
    throw error;
  }
}

/** What counts is the copy: between looking at the upload and copying it, another one may have taken its place. */
async function secure(storage: Storage, file: FileRow): Promise<SecuredUpload> {
  const { size } = await findUploaded(storage, file);
  const key = closedKey(file.objectKey, newId());
  if (!(await storage.copy(file.plugin, { from: file.objectKey, to: key, size }))) throw nothingUploaded();
  try {
    return { ...(await inspectUpload(storage, { ...file, objectKey: key })), key };
  } catch (error) {
    if (error instanceof CatalogueError && error.id === errorIds.uploadNotClosable)
      await forget(storage, file.plugin, key);
    throw error;
  }
}

/** What stays because the store does not answer now goes when the file is settled. */
async function forget(storage: Storage, plugin: string, key: string): Promise<void> {
  try {
    await storage.remove(plugin, key);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
  }
}

const inParts = (): CatalogueError => uploadNotClosable('The file is uploaded in parts. Use completeMultipartStorage.');
