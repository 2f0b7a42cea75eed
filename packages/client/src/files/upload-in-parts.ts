import { StorageError } from '../errors/errors.js';
import type { RequestOf, ResponseOf } from '../operations/operations.js';
import { commands } from '../requests/commands.js';
import type { Connection, Send } from '../transport/call.js';
import { closingLimits } from './closing-limits.js';
import { type PartOptions, type PartPlan, sendParts } from './upload-parts.js';
import type { SliceableSource } from './upload-source.js';
import { checkState, type UploadState, uploadState } from './upload-state.js';

/** What an upload in parts needs to begin or to continue. */
export interface InPartsOptions extends PartOptions {
  readonly resume: UploadState | undefined;
  readonly onState: ((state: UploadState) => void | Promise<void>) | undefined;
}

/** Completing finds parts that the storage has lost, and they are sent again. After this many rounds the upload fails. */
const MAX_ROUNDS = 3;

/**
 * Reserves the file, sends its parts and completes it, or continues an earlier upload. A failed upload whose state was not
 * reported cannot be resumed, so it is aborted at the service.
 */
export async function uploadInParts(
  connection: Connection,
  send: Send,
  source: SliceableSource,
  input: RequestOf<'createMultipartStorage'>,
  options: InPartsOptions,
): Promise<ResponseOf<'completeMultipartStorage'>['file']> {
  const { signal, retries, timeoutMs, traceId, resume, onState } = options;
  const { subProjectId } = input;
  const calls = { signal, retries, timeoutMs, traceId };
  if (resume) checkState(resume, subProjectId, source);
  const fileId = resume?.fileId ?? (await send(commands.createMultipartStorage(input), calls)).file.id;
  const upload = { subProjectId, fileId };
  try {
    if (!resume) await onState?.(uploadState(subProjectId, fileId, source));
    for (let round = 1; ; round += 1) {
      // Without a plan another attempt has joined the parts, and completing returns the result.
      const plan = await planOf(send, upload, source, calls);
      if (plan) await sendParts(connection, send, source, plan, options);
      await source.checkUnchanged();
      try {
        const limits = closingLimits(source.size, connection, timeoutMs);
        return (await send(commands.completeMultipartStorage(upload), { ...calls, ...limits })).file;
      } catch (error) {
        if (!is1715(error) || !plan || round >= MAX_ROUNDS) throw error;
        const left = await planOf(send, upload, source, calls);
        if (!left || left.missing.length === 0) throw error;
      }
    }
  } catch (error) {
    // Not awaited: if it fails, the service ends the upload after a day (D30).
    if (!resume && !onState) {
      send(commands.abortMultipartStorage(upload), { retries: 0, timeoutMs: 10_000, traceId }).catch(() => undefined);
    }
    throw error;
  }
}

/** The parts that are still missing; undefined when the upload accepts no more parts. */
async function planOf(
  send: Send,
  upload: { readonly subProjectId: string; readonly fileId: string },
  source: SliceableSource,
  calls: object,
): Promise<PartPlan | undefined> {
  const answer = await send(commands.signStorageParts(upload), calls).catch((error) => {
    if (is1715(error)) return undefined;
    throw error;
  });
  if (!answer) return undefined;
  const partSize = Number(answer.partSize);
  const there = new Map(answer.uploaded.map(({ partNumber, size }) => [partNumber, Number(size)]));
  const numbers = Array.from({ length: Number(answer.partCount) }, (_, index) => index + 1);
  const isWhole = (number: number) => there.get(number) === Math.min(partSize, source.size - (number - 1) * partSize);
  return { ...upload, partSize, missing: numbers.filter((number) => !isWhole(number)) };
}

const is1715 = (error: unknown): boolean => error instanceof StorageError && error.id === 1715;
