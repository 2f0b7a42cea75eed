import type { UseCases } from '../use-case/caller.js';
import { abortMultipartStorage } from './operations/abort-multipart-storage.js';
import { attachFile } from './operations/attach-file.js';
import { closeSignedStorage } from './operations/close-signed-storage.js';
import { completeMultipartStorage } from './operations/complete-multipart-storage.js';
import { createMultipartStorage } from './operations/create-multipart-storage.js';
import { createSignedStorage } from './operations/create-signed-storage.js';
import { deleteStorage } from './operations/delete-storage.js';
import { detachFile } from './operations/detach-file.js';
import { getStorageReconciliation } from './operations/get-storage-reconciliation.js';
import { getStorageUsage } from './operations/get-storage-usage.js';
import { listStorage } from './operations/list-storage.js';
import { purgeStorage } from './operations/purge-storage.js';
import { reconcileStorage } from './operations/reconcile-storage.js';
import { renameFile } from './operations/rename-file.js';
import { resolveQuarantine } from './operations/resolve-quarantine.js';
import { signStorageParts } from './operations/sign-storage-parts.js';
import { urlStorage } from './operations/url-storage.js';
import { getFileVersions } from './operations/versions/get-file-versions.js';
import { replaceFile } from './operations/versions/replace-file.js';
import type { FileDeps } from './store/file-deps.js';

/** The operations on files. */
export const fileUseCases = (deps: FileDeps) =>
  ({
    createSignedStorage: createSignedStorage(deps),
    closeSignedStorage: closeSignedStorage(deps),
    listStorage: listStorage(deps),
    urlStorage: urlStorage(deps),
    attachFile: attachFile(deps),
    detachFile: detachFile(deps),
    replaceFile: replaceFile(deps),
    getFileVersions: getFileVersions(deps),
    renameFile: renameFile(deps),
    deleteStorage: deleteStorage(deps),
    createMultipartStorage: createMultipartStorage(deps),
    signStorageParts: signStorageParts(deps),
    completeMultipartStorage: completeMultipartStorage(deps),
    abortMultipartStorage: abortMultipartStorage(deps),
    reconcileStorage: reconcileStorage(deps),
    getStorageReconciliation: getStorageReconciliation(deps),
    getStorageUsage: getStorageUsage(deps),
    purgeStorage: purgeStorage(deps),
    resolveQuarantine: resolveQuarantine(deps),
  }) satisfies Partial<UseCases>;
