import { call } from '../../api/call.js';
import { isPassing, isProblem } from '../../api/problem.js';
import { send } from './send.js';
import { unfinishedOf } from './unfinished.js';
import { reservationOf, type UploadTarget } from './upload.js';

/** Parts on their way at the same time. */
const AT_ONCE = 3;
/** Times that a part is sent before the person is asked. */
const ATTEMPTS = 5;
const FIRST_PAUSE = 1000;
/** Milliseconds: joining many parts takes minutes. */
const COMPLETE_TIMEOUT = 280_000;

interface Plan {
  readonly partSize: number;
  /** Numbers of the parts that the store does not have. */
  readonly missing: readonly number[];
}

/**
 * Uploads a file in parts. What has arrived stays there: when the same file is given to the process again within a day, also after
 * the page was closed, the upload goes on where it stopped.
 */
export async function uploadInParts(
  target: UploadTarget,
  file: File,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { subProjectId, processId } = target;
  const unfinished = unfinishedOf(processId, file);
  const fileId = unfinished.fileId ?? (await call('createMultipartStorage', reservationOf(target, file))).file.id;
  const upload = { subProjectId, fileId };
  unfinished.keep(fileId);
  try {
    const plan = await planOf(upload, file);
    if (plan !== undefined) await sendParts(upload, file, plan, onSent, signal);
    // Asked again, the service gives the same answer.
    await persist(() => call('completeMultipartStorage', upload, { timeout: COMPLETE_TIMEOUT }), signal);
  } catch (error) {
    if (signal.aborted) abandonParts(target, file);
    if (isProblem(error, 'ERROR_FILE_ID_NOT_FOUND') || isProblem(error, 'ERROR_STORAGE_CLOSE_FAILED')) {
      unfinished.forget();
      // What was begun has ended meanwhile or cannot be completed: the file is sent anew.
      if (unfinished.fileId !== undefined && !signal.aborted) return uploadInParts(target, file, onSent, signal);
    }
    throw error;
  }
  unfinished.forget();
  return fileId;
}

/** Ends an upload that the person no longer wants to go on with. */
export function abandonParts({ subProjectId, processId }: UploadTarget, file: File): void {
  const unfinished = unfinishedOf(processId, file);
  if (unfinished.fileId === undefined) return;
  unfinished.forget();
  // Not awaited: if it fails, the service ends the upload after a day.
  call('abortMultipartStorage', { subProjectId, fileId: unfinished.fileId }).catch(() => undefined);
}

type Begun = { readonly subProjectId: string; readonly fileId: string };

/** @returns undefined when the service has put the parts together already: it only remains to ask for the outcome */
async function planOf(upload: Begun, file: File): Promise<Plan | undefined> {
  const signed = await call('signStorageParts', upload).catch((error: unknown) => {
    if (isProblem(error, 'ERROR_STORAGE_CLOSE_FAILED')) return undefined;
    throw error;
  });
  if (signed === undefined) return undefined;
  const { partSize: size, partCount, uploaded } = signed;
  const partSize = Number(size);
  const there = new Map(uploaded.map((part) => [part.partNumber, Number(part.size)]));
  const numbers = Array.from({ length: Number(partCount) }, (_, index) => index + 1);
  return { partSize, missing: numbers.filter((number) => there.get(number) !== partOf(file, number, partSize).size) };
}

const partOf = (file: File, number: number, partSize: number): Blob =>
  file.slice((number - 1) * partSize, Math.min(file.size, number * partSize));

async function sendParts(
  upload: Begun,
  file: File,
  { partSize, missing }: Plan,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const left = missing.reduce((sum, number) => sum + partOf(file, number, partSize).size, 0);
  const loaded = new Map<number, number>();
  const tell = (number: number, bytes: number): void => {
    loaded.set(number, bytes);
    const sum = [...loaded.values()].reduce((all, one) => all + one, 0);
    onSent((file.size - left + sum) / file.size);
  };
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    // Addresses are valid for some minutes, so they are asked for shortly before.
    const partNumbers = missing.slice(at, at + AT_ONCE);
    const { parts } = await persist(() => call('signStorageParts', { ...upload, partNumbers }), signal);
    // What the others have sent by the time that one fails need not be sent again.
    const outcomes = await Promise.allSettled(
      parts.map(({ partNumber, url }) => {
        const body = partOf(file, partNumber, partSize);
        const onLoaded = (bytes: number) => tell(partNumber, bytes);
        return persist(() => send({ method: 'PUT', url, body, onLoaded, signal }), signal);
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** Tries again after a while what a bad connection broke. */
async function persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || signal.aborted || attempt === ATTEMPTS) throw error;
    }
    await pause(FIRST_PAUSE * 2 ** (attempt - 1), signal);
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
