import { transportError } from '../attempt.js';
import type { Connection, Send } from '../call.js';
import { commands } from '../commands.js';
import { randomId } from '../random-id.js';
import type { AnswerOf, InputOf } from '../request-data.js';
import { timeLimit } from '../time.js';
import { formEnvelope } from './form-envelope.js';
import { ObjectStoreError, objectStoreError } from './object-store-error.js';
import { sendForm } from './send-form.js';
import { Persistence, type TransferOptions } from './transfer.js';
import { type UploadFile, type UploadSource, UploadSourceError, uploadSource } from './upload-source.js';

/** What to upload and where to: the members of createSignedStorage, with defaults. */
export type UploadInput = Omit<InputOf<'createSignedStorage'>, 'fileName' | 'mimeType' | 'pluginName'> & {
  readonly file: UploadFile;
  /** Size of a stream in bytes; without it the stream is first read into memory. */
  readonly size?: number | undefined;
  /** Default: the name of a File. */
  readonly fileName?: string | undefined;
  /** Default: the type of a Blob, or `application/octet-stream`. */
  readonly mimeType?: string | undefined;
  /** Default: `knowledgeRepo` (D28). */
  readonly pluginName?: string | undefined;
};

/** Options of an upload. */
export type UploadOptions = TransferOptions;

/** The file as the service verified it. */
export type UploadedFile = AnswerOf<'closeSignedStorage'>['file'];

type SignedUpload = AnswerOf<'createSignedStorage'>;

/**
 * Uploads a file in the three steps of the interface. A broken transfer starts again from the first byte, except of a
 * stream. What was begun and not finished needs no clean-up: the service forgets it after a day (D30).
 *
 * @throws TypeError without a file name; MillraceError of createSignedStorage and closeSignedStorage; ObjectStoreError
 * when the storage refuses the file; UploadSourceError; TransportError; the reason of the signal
 */
export async function uploadFile(
  connection: Connection,
  send: Send,
  input: UploadInput,
  options: UploadOptions = {},
): Promise<UploadedFile> {
  const { file, size, fileName = nameOf(file), mimeType = typeOf(file), pluginName = 'knowledgeRepo', ...rest } = input;
  if (fileName === undefined) throw new TypeError('fileName is required unless file is a File');
  const { signal, retries, timeoutMs } = options;
  const calls = { signal, retries, timeoutMs, traceId: options.traceId ?? randomId() };
  const source = await uploadSource(file, size);
  const signed = await send(commands.createSignedStorage({ ...rest, fileName, mimeType, pluginName }), calls);
  await transfer(connection, signed, source, mimeType, { ...options, traceId: calls.traceId });
  const close = commands.closeSignedStorage({ subProjectId: input.subProjectId, fileId: signed.file.id });
  return (await send(close, calls)).file;
}

async function transfer(
  connection: Connection,
  signed: SignedUpload,
  source: UploadSource,
  mimeType: string,
  options: UploadOptions & { readonly traceId: string },
): Promise<void> {
  const persistence = new Persistence(connection, options);
  for (;;) {
    try {
      return await transferOnce(connection, signed, source, mimeType, options);
    } catch (error) {
      if (!source.repeatable) throw error;
      await persistence.survive(error);
    }
  }
}

async function transferOnce(
  connection: Connection,
  { aws, file }: SignedUpload,
  source: UploadSource,
  mimeType: string,
  {
    signal,
    traceId,
    onProgress,
    timeoutMs = connection.limits.timeoutMs,
  }: UploadOptions & { readonly traceId: string },
): Promise<void> {
  const limit = timeLimit(signal, timeoutMs);
  const envelope = formEnvelope(aws.fields, file.fileName, mimeType);
  const onLoaded = (loaded: number) => onProgress?.({ loaded, total: source.size });
  try {
    const { status, text } = await sendForm({
      fetch: connection.fetch,
      url: aws.url,
      envelope,
      source,
      limit,
      onLoaded,
    });
    if (status < 200 || status > 299) throw objectStoreError(status, text);
  } catch (error) {
    if (error instanceof ObjectStoreError || error instanceof UploadSourceError) throw error;
    const exchange = { operation: 'uploadFile', traceId, url: new URL(aws.url), signal, timeoutMs };
    throw transportError(error, exchange, limit.timedOut());
  } finally {
    limit.dispose();
  }
}

const nameOf = (file: UploadFile): string | undefined =>
  file instanceof Blob && 'name' in file && typeof file.name === 'string' ? file.name : undefined;

const typeOf = (file: UploadFile): string => (file instanceof Blob ? file.type : '') || 'application/octet-stream';
