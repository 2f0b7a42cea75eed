import { operations } from '@millrace/contract';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { uploadNotClosable } from '../../kernel/errors/storage-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { FileDeps } from '../store/file-deps.js';
import type { StoredPart } from '../store/multipart-requests.js';
import type { Storage } from '../store/storage.js';
import { closedAnswer, closeUpload, type SecuredUpload } from '../upload/close-upload.js';
import { findMultipart, type MultipartFile } from '../upload/find-upload.js';
import { inspectUpload } from '../upload/inspect-upload.js';
import { partCount, sizeOfPart } from '../upload/multipart-plan.js';

/**
 * completeMultipartStorage (extension): puts the parts together, verifies the object as closing does (D30), and unlocks the
 * file. Putting together ends the signatures of the parts, so the object needs no copy. Repeating it is safe at every step:
 * an upload that has ended at the store is verified as it is, a closed file gives the same answer and asks no store.
 */
export const completeMultipartStorage =
  ({ db, subProjects, storage }: FileDeps): UseCase<'completeMultipartStorage'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.completeMultipartStorage);
    const found = await findMultipart(db, scope, request.fileId);
    const upload = found.closedTs === null ? await complete(storage, found) : undefined;
    return caller.write(async (tx) => {
      const file = await findMultipart(tx, scope, request.fileId, { lock: true });
      if (file.closedTs !== null || upload === undefined) return closedAnswer(file, file.size ?? 0);
      return closeUpload(tx, caller, scope.subProject, file, upload);
    });
  };

async function complete(storage: Storage, file: MultipartFile): Promise<SecuredUpload> {
  if (file.uploadId === null) throw refused('no part was uploaded yet');
  const upload = { key: file.objectKey, uploadId: file.uploadId };
  const parts = await storage.listParts(file.plugin, upload);
  if (parts !== undefined) {
    checkParts(file, parts);
    const outcome = await storage.completeMultipart(file.plugin, upload, parts);
    if (outcome === 'changed') throw refused('a part was uploaded again meanwhile');
  }
  return { ...(await inspectUpload(storage, file)), key: file.objectKey };
}

function checkParts(file: MultipartFile, parts: readonly StoredPart[]): void {
  const sizes = new Map(parts.map((part) => [part.number, part.size]));
  const missing: number[] = [];
  for (let number = 1; number <= partCount(file.maximumSize, file.partSize); number += 1) {
    if (sizes.get(number) !== sizeOfPart(file.maximumSize, file.partSize, number)) missing.push(number);
  }
  if (missing.length === 0) return;
  const some = missing.slice(0, 20).join(', ');
  throw refused(`part ${some}${missing.length > 20 ? ', …' : ''} is missing or not whole (${missing.length} in all)`);
}

const refused = (problem: string): CatalogueError =>
  uploadNotClosable(`The upload cannot be completed: ${problem}. Upload what is missing and complete it again.`);
