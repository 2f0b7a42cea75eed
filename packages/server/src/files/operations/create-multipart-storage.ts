import { operations } from '@millrace/contract';
import { invalidMember } from '../../kernel/errors/request-errors.js';
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
    const reserved = await reserveUpload(deps, caller, request, operations.createMultipartStorage);
    const size = readSize(request.size, reserved.maximumSize);
    const partSize = partSizeFor(size);
    return caller.write(async (tx) => {
      await storeUpload(tx, caller, { ...reserved, maximumSize: size, partSize });
      return {
        file: { id: reserved.id, fileName: reserved.fileName, locked: true },
        partSize: String(partSize),
        partCount: String(partCount(size, partSize)),
      };
    });
  };

/** Bytes as a decimal string (D3); an upload in parts has at least one byte. */
function readSize(text: string, maximum: number): number {
  const size = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= maximum) return size;
  const detail = `size must be a number of bytes from 1 to ${maximum}, as a decimal string.`;
  throw invalidMember('/size', detail);
}
