import type { RequestOf, ResponseOf } from '../operations/operations.js';
import type { Connection, Send } from '../transport/call.js';
import { randomId } from '../transport/random-id.js';
import type { TransferOptions } from './transfer.js';
import { uploadByForm } from './upload-by-form.js';
import { uploadInParts } from './upload-in-parts.js';
import { isSliceable, type UploadFile, uploadSource } from './upload-source.js';
import type { UploadState } from './upload-state.js';

/** What to upload and where to: the members of createSignedStorage, with defaults. */
export type UploadInput = Omit<RequestOf<'createSignedStorage'>, 'fileName' | 'mimeType' | 'pluginName' | 'size'> & {
  readonly file: UploadFile;
  /** Size of a stream in bytes. Without it, the stream is first read into memory. */
  readonly size?: number | undefined;
  /** Default: the name of a File. */
  readonly fileName?: string | undefined;
  /** Default: the type of a Blob, or `application/octet-stream`. */
  readonly mimeType?: string | undefined;
  /** Storage plugin to upload to. Default: `knowledgeRepo`. */
  readonly pluginName?: string | undefined;
};

/** Options of an upload. */
export interface UploadOptions extends TransferOptions {
  /** Size in bytes from which a file is uploaded in parts. Default 64 MiB. Streams are always uploaded by form. */
  readonly partsFrom?: number | undefined;
  /** Parts to upload at the same time. Default 4. */
  readonly concurrency?: number | undefined;
  /** Called with the state of an upload in parts, before its first byte is sent. Save the state to `resume` the upload later. */
  readonly onState?: ((state: UploadState) => void | Promise<void>) | undefined;
  /** State of an interrupted upload in parts, to continue it. It is valid for 24 hours after the upload began. */
  readonly resume?: UploadState | undefined;
}

/** The file, as the service verified it. */
export type UploadedFile = ResponseOf<'closeSignedStorage'>['file'];

const DEFAULT_PARTS_FROM = 64 * 1024 ** 2;
const DEFAULT_CONCURRENCY = 4;

/**
 * Uploads a file: in the three steps of the interface, or in parts from `partsFrom` bytes on. After a broken transfer,
 * the part is sent again, or by form the whole file, unless it is a stream.
 *
 * @throws TypeError without a file name, or when `resume` does not fit the input; MillraceError of the operations
 * (NotFoundError 1704 when the upload to resume has expired, StorageError 1715 when the content has another SHA-256 than `sha256`);
 * ObjectStoreError when the storage refuses the file; UploadSourceError; TransportError; the reason of the signal
 */
export async function uploadFile(
  connection: Connection,
  send: Send,
  input: UploadInput,
  options: UploadOptions = {},
): Promise<UploadedFile> {
  const { file, size, fileName = nameOf(file), mimeType = typeOf(file), pluginName = 'knowledgeRepo', ...rest } = input;
  if (fileName === undefined) throw new TypeError('fileName is required unless file is a File');
  const { signal, retries, onProgress, onState, resume } = options;
  const { traceId = randomId(), timeoutMs = connection.limits.timeoutMs } = options;
  const source = await uploadSource(file, size);
  const target = { ...rest, fileName, mimeType, pluginName, size: String(source.size) };
  const common = { signal, retries, onProgress, traceId, timeoutMs };
  const { partsFrom = DEFAULT_PARTS_FROM, concurrency = DEFAULT_CONCURRENCY } = options;
  if (isSliceable(source) && (resume || source.size >= Math.max(1, partsFrom))) {
    return uploadInParts(connection, send, source, target, { ...common, concurrency, onState, resume });
  }
  if (resume) throw new TypeError('A stream cannot be resumed: upload a Blob, bytes or an open file');
  return uploadByForm(connection, send, source, target, common);
}

const nameOf = (file: UploadFile): string | undefined =>
  file instanceof Blob && 'name' in file && typeof file.name === 'string' ? file.name : undefined;

const typeOf = (file: UploadFile): string => (file instanceof Blob ? file.type : '') || 'application/octet-stream';
