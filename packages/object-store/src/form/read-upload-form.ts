import type { Take } from '../http/read-body.js';
import { S3Error } from '../kernel/error.js';
import type { Exchange } from '../request/exchange.js';
import { FormReader } from './form-reader.js';

/** A form that is read up to its file. Parts after the file are read and ignored. */
export interface UploadForm {
  /** By lower-case name. Values of a repeated field are joined with a comma, as on S3. */
  readonly fields: Map<string, string>;
  /** The file name without directories. Undefined if the form gives none. */
  readonly fileName: string | undefined;
  /**
   * Passes the file's bytes to `take`. Can be called once. Resolves when the whole body has been read and has its last boundary;
   * the file is complete only then.
   * @throws what `take` throws, MalformedPOSTRequest, or an Error if the client closes the connection
   */
  receive(take: Take): Promise<void>;
  /** Stops reading. Call it in any case; it has no effect after `receive`. */
  cancel(): void;
}

/**
 * Reads a multipart/form-data body up to its file.
 * @throws PreconditionFailed (412) if the body is not multipart/form-data, MalformedPOSTRequest,
 * MaxPostPreDataLengthExceeded, or InvalidArgument without a file
 */
export async function readUploadForm(exchange: Exchange): Promise<UploadForm> {
  const contentType = exchange.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data[ \t]*(;|$)/i.test(contentType)) {
    throw new S3Error('PreconditionFailed', undefined, {
      Condition: 'Bucket POST must be of the enclosure-type multipart/form-data',
    });
  }
  const reader = new FormReader(contentType);
  const read = exchange
    .body()
    .flow((piece) => reader.write(piece))
    .then(() => reader.end());
  // Everything that waits for the form rejects with the same error.
  read.catch((error: unknown) => reader.fail(error));
  await reader.fileBegun;
  return {
    fields: reader.fields,
    fileName: reader.fileName,
    receive: async (take) => {
      await Promise.all([reader.receiveFile(take), read]);
    },
    cancel: () => reader.fail(new Error('the form is no longer read')),
  };
}
