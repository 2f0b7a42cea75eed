import type { UseCases } from '../caller.js';
import { closeSignedStorage } from './close-signed-storage.js';
import { createSignedStorage } from './create-signed-storage.js';
import { deleteStorage } from './delete-storage.js';
import type { FileDeps } from './file-deps.js';
import { listStorage } from './list-storage.js';
import { urlStorage } from './url-storage.js';

/** The operations on files. */
export const fileUseCases = (
  deps: FileDeps,
): Pick<UseCases, 'createSignedStorage' | 'closeSignedStorage' | 'listStorage' | 'urlStorage' | 'deleteStorage'> => ({
  createSignedStorage: createSignedStorage(deps),
  closeSignedStorage: closeSignedStorage(deps),
  listStorage: listStorage(deps),
  urlStorage: urlStorage(deps),
  deleteStorage: deleteStorage(deps),
});
