import { once } from 'node:events';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { S3Error } from '../error.js';
import type { Exchange } from './exchange.js';

/** S3's limit for everything before the file. */
const preDataLimit = 20_480;
/** The body arrives in pieces of up to 64 KiB, so that much of the file may come with the fields. */
const undecidedLimit = preDataLimit + 128 * 1024;

/** A form up to its file; what comes behind the file is read but ignored. */
export interface UploadForm {
  /** By lower-case name; values of a repeated field are joined with a comma, as S3 does. */
  readonly fields: Map<string, string>;
  /** As sent, without directories; undefined if the file part names none. */
  readonly fileName: string | undefined;
  /** The file's bytes. */
  readonly file: AsyncIterable<Buffer>;
  /** Ends once the whole body has been read and its last boundary seen; only then is the file complete. */
  readonly end: Promise<void>;
  /** Stops reading. To be called when the form is given up. */
  cancel(): void;
}

/**
 * Reads a multipart/form-data body up to its file. The file is the part named `file`, whatever other parts call themselves:
 * some clients give every field a file name. Throws PreconditionFailed (412) if the body is not multipart/form-data,
 * MalformedPOSTRequest, MaxPostPreDataLengthExceeded, or InvalidArgument without a file.
 */
export async function readUploadForm(exchange: Exchange): Promise<UploadForm> {
  const contentType = exchange.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new S3Error('PreconditionFailed', undefined, {
      Condition: 'Bucket POST must be of the enclosure-type multipart/form-data',
    });
  }
  const parser = createParser(contentType);
  const fields = new Map<string, string>();
  const abort = new AbortController();
  let preData = 0;
  let started = false;
  let stream: BusboyFileStream | undefined;

  const opened = new Promise<{ file: BusboyFileStream; fileName: string | undefined }>((resolve, reject) => {
    const fail = (error: unknown): void => {
      reject(error);
      // Destroying it makes the error reach whoever reads the file, also if that begins later.
      stream?.destroy(error instanceof Error ? error : new S3Error('MalformedPOSTRequest'));
      abort.abort(error);
    };
    parser.on('field', (name: string | undefined, value: string, _nameTruncated: boolean, valueTruncated: boolean) => {
      if (started) return;
      preData += (name?.length ?? 0) + Buffer.byteLength(value);
      if (name === undefined) fail(new S3Error('MalformedPOSTRequest'));
      else if (valueTruncated || preData > preDataLimit) fail(tooMuchPreData());
      else addField(fields, name.toLowerCase(), value);
    });
    parser.on('file', (_name: string, file: BusboyFileStream, fileName: unknown) => {
      started = true;
      stream = file;
      file.on('error', () => fail(new S3Error('MalformedPOSTRequest')));
      resolve({ file, fileName: typeof fileName === 'string' ? fileName : undefined });
    });
    parser.on('fieldsLimit', () => {
      if (!started) fail(tooMuchPreData());
    });
    parser.on('error', () => fail(new S3Error('MalformedPOSTRequest')));
    parser.on('finish', () => {
      if (!started) fail(missingFile());
    });
    feed().catch(fail);
  });

  async function feed(): Promise<void> {
    let fed = 0;
    for await (const piece of exchange.body()) {
      fed += piece.length;
      if (!started && fed > undecidedLimit) throw tooMuchPreData();
      if (!parser.write(piece)) await once(parser, 'drain', { signal: abort.signal });
      if (abort.signal.aborted) return;
    }
    parser.end();
  }

  const end = once(parser, 'finish', { signal: abort.signal }).then(() => undefined);
  end.catch(() => undefined);
  const cancel = (): void => {
    abort.abort();
    stream?.destroy();
  };
  try {
    const { file, fileName } = await opened;
    return { fields, fileName, file, end, cancel };
  } catch (error) {
    cancel();
    throw error;
  }
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name) => name?.toLowerCase() === 'file',
      fileHwm: 256 * 1024,
      limits: { fieldSize: preDataLimit, fields: 1000, files: 1, headerSize: 16 * 1024 },
    });
  } catch {
    // A Content-Type without a boundary.
    throw new S3Error('MalformedPOSTRequest');
  }
}

function addField(fields: Map<string, string>, name: string, value: string): void {
  const earlier = fields.get(name);
  fields.set(name, earlier === undefined ? value : `${earlier},${value}`);
}

function tooMuchPreData(): S3Error {
  return new S3Error('MaxPostPreDataLengthExceeded', undefined, { MaxPostPreDataLengthBytes: String(preDataLimit) });
}

function missingFile(): S3Error {
  return new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.', {
    ArgumentName: 'file',
    ArgumentValue: '0',
  });
}
