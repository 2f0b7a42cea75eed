import { operations } from '@millrace/contract';
import type { UseCase } from '../../use-case/caller.js';
import type { FileDeps } from '../store/file-deps.js';
import { partCount, partSizeFor } from '../upload/multipart-plan.js';
import { reserveUpload, storeUpload } from '../upload/reserve-upload.js';

/**
 * createMultipartStorage (extension): reserves a file that is uploaded in parts, each of which can be sent again. The store
 * learns of it with the first signed part, so that whatever it begins there belongs to a stored file.
 */
export const createMultipartStorage =
  (deps: FileDeps): UseCase<'createMultipartStorage'> =>
  async (caller, request) => {
    // An upload in parts has at least one byte.
    const way = { smallest: 1, largest: Number.MAX_SAFE_INTEGER } as const;
    const reserved = await reserveUpload(deps, caller, request, operations.createMultipartStorage, way);
    const { file } = reserved;
    const size = file.maximumSize;
    const partSize = partSizeFor(size);
    return caller.write(async (tx) => {
      await storeUpload(tx, caller, reserved, partSize);
      return {
        file: { id: file.id, fileName: file.fileName, locked: true },
        partSize: String(partSize),
        partCount: String(partCount(size, partSize)),
      };
    });
  };
