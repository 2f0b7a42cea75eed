import type { UseCases } from '../caller.js';
import { abortMultipartStorage } from './abort-multipart-storage.js';
import { closeSignedStorage } from './close-signed-storage.js';
import { completeMultipartStorage } from './complete-multipart-storage.js';
import { createMultipartStorage } from './create-multipart-storage.js';
import { createSignedStorage } from './create-signed-storage.js';
import { deleteStorage } from './delete-storage.js';
import type { FileDeps } from './file-deps.js';
import { getStorageReconciliation } from './get-storage-reconciliation.js';
import { listStorage } from './list-storage.js';
import { reconcileStorage } from './reconcile-storage.js';
import { signStorageParts } from './sign-storage-parts.js';
import { urlStorage } from './url-storage.js';

/** The operations on files. */
export const fileUseCases = (
  deps: FileDeps,
): Pick<
  UseCases,
  | 'createSignedStorage'
  | 'closeSignedStorage'
  | 'listStorage'
  | 'urlStorage'
  | 'deleteStorage'
  | 'createMultipartStorage'
  | 'signStorageParts'
  | 'completeMultipartStorage'
  | 'abortMultipartStorage'
  | 'reconcileStorage'
  | 'getStorageReconciliation'
> => ({
  createSignedStorage: createSignedStorage(deps),
  closeSignedStorage: closeSignedStorage(deps),
  listStorage: listStorage(deps),
  urlStorage: urlStorage(deps),
  deleteStorage: deleteStorage(deps),
  createMultipartStorage: createMultipartStorage(deps),
  signStorageParts: signStorageParts(deps),
  completeMultipartStorage: completeMultipartStorage(deps),
  abortMultipartStorage: abortMultipartStorage(deps),
  reconcileStorage: reconcileStorage(deps),
  getStorageReconciliation: getStorageReconciliation(deps),
});
