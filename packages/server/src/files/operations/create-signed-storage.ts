import { operations } from '@millrace/contract';
import type { UseCase } from '../../use-case/caller.js';
import type { FileDeps } from '../store/file-deps.js';
import { maximumFormUpload } from '../store/limits.js';
import { reserveUpload, storeUpload } from '../upload/reserve-upload.js';

/**
 * createSignedStorage: reserves a file and signs the form of its upload (D29, D31). 1704, which the interface lists, has no
 * cause here: nothing in the request names a file.
 */
export const createSignedStorage =
  (deps: FileDeps): UseCase<'createSignedStorage'> =>
  async (caller, request) => {
    const way = { smallest: 0, largest: maximumFormUpload } as const;
    const reserved = await reserveUpload(deps, caller, request, operations.createSignedStorage, way);
    const { file, isAnnounced } = reserved;
    const { objectKey: key, mimeType, maximumSize } = file;
    const aws = await deps.storage.signUpload(file.plugin, {
      key,
      mimeType,
      minimumSize: isAnnounced ? maximumSize : 0,
      maximumSize,
      sha256: file.sha256 ?? undefined,
    });
    return caller.write(async (tx) => {
      await storeUpload(tx, caller, reserved, null);
      return { file: { id: file.id, fileName: file.fileName, locked: true }, aws };
    });
  };
