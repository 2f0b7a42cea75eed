import { operations } from '@millrace/contract';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { uploadNotClosable } from '../../kernel/errors/storage-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import { keepUploadId } from '../records/change-file.js';
import type { FileDeps } from '../store/file-deps.js';
import { partSeconds } from '../store/limits.js';
import type { MultipartUpload } from '../store/multipart-requests.js';
import { alreadyClosed, findMultipart, type MultipartFile } from '../upload/find-upload.js';
import { partCount, sizeOfPart } from '../upload/multipart-plan.js';

/**
 * signStorageParts (extension): addresses for parts of an upload, and which parts are there already, so that a client that
 * lost everything but the file's id goes on. The first call begins the multipart upload at the store; of two that do, the
 * one stored first counts, and what the other began goes when the file is settled or expires.
 */
export const signStorageParts =
  ({ db, subProjects, storage }: FileDeps): UseCase<'signStorageParts'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.signStorageParts);
    const file = await findMultipart(db, scope, request.fileId);
    if (file.closedTs !== null) throw alreadyClosed(file);
    const numbers = checkNumbers(file, request.partNumbers ?? []);
    const begun =
      file.uploadId ?? (await storage.createMultipart(file.plugin, { key: file.objectKey, mimeType: file.mimeType }));
    const uploadId = file.uploadId === null ? await keepUploadId(db, file, begun) : begun;
    const upload: MultipartUpload = { key: file.objectKey, uploadId };
    const stored = await storage.listParts(file.plugin, upload);
    if (stored === undefined) {
      throw uploadNotClosable(
        'The parts of this upload are put together already, or were given up by the store. Complete it, or abort it and create another.',
      );
    }
    const expiresTs = new Date(Date.now() + partSeconds * 1000).toISOString();
    const parts = await Promise.all(
      numbers.map(async (number) => {
        const size = sizeOfPart(file.maximumSize, file.partSize, number);
        const url = await storage.signPart(file.plugin, upload, { number, size });
        return { partNumber: number, size: String(size), url, expiresTs };
      }),
    );
    return caller.write(async (tx) => {
      if (numbers.length > 0) {
        await appendFileAudit(tx, caller, 'file.signParts', [{ file, before: null, after: { partNumbers: numbers } }]);
      }
      return {
        size: String(file.maximumSize),
        partSize: String(file.partSize),
        partCount: String(partCount(file.maximumSize, file.partSize)),
        parts,
        uploaded: stored.map((part) => ({ partNumber: part.number, size: String(part.size) })),
      };
    });
  };

function checkNumbers(file: MultipartFile, given: readonly number[]): readonly number[] {
  const count = partCount(file.maximumSize, file.partSize);
  const wrong = given.findIndex((number) => number > count);
  if (wrong < 0) return [...new Set(given)];
  const detail = `partNumbers must be from 1 to ${count}.`;
  throw invalidMember(`/partNumbers/${wrong}`, detail);
}
