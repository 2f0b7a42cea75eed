import { Dicer } from '@fastify/busboy';
import type { Take } from '../http/read-body.js';
import { S3Error } from '../kernel/error.js';
import { BoundaryLines } from './boundary-lines.js';
import { type Disposition, parseDisposition } from './disposition.js';

/** S3's limit for all fields before the file, in bytes. */
export const MAX_PRE_DATA_BYTES = 20_480;
/** Limit for everything before the file: the fields, their header fields, boundaries and a preamble. */
const MAX_BYTES_BEFORE_FILE = MAX_PRE_DATA_BYTES + 64 * 1024;
/** RFC 2046 section 5.1.1. */
const MAX_BOUNDARY_LENGTH = 70;
/** At most this many bytes of the file wait to be taken. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Dicer passes on bytes that could have begun a boundary in a buffer that it uses again. They are fewer than this. */
const MAX_REUSED_BYTES = MAX_BOUNDARY_LENGTH + 4;

/** What this file needs of Dicer's part stream. */
interface Part {
  on(event: 'header', listener: (header: object) => void): unknown;
  on(event: 'data', listener: (piece: Buffer) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/**
 * Reads a multipart/form-data body (RFC 7578, 2046) of the form that S3 accepts: fields, and then the part named `file`. Any other
 * part is a field, even with a file name, because some clients give every field one. Parts after the file are ignored.
 *
 * Dicer (of `@fastify/busboy`) finds the parts. Where Dicer would skip something, the form is refused: every boundary must be
 * alone on its line, every part must have a name in its Content-Disposition, and the last boundary must come. The memory does not depend on the size of
 * the file.
 */
export class FormReader {
  /** By lower-case name, values of a repeated field joined with a comma, as on S3. Complete when the file has begun. */
  readonly fields = new Map<string, string>();
  /** Name of the file without directories. Undefined if the form gives none. */
  fileName: string | undefined;
  /** Fulfilled when all fields are read and the file begins. Rejects if the form is refused before that. */
  readonly fileBegun: Promise<void>;
  readonly #dicer: Dicer;
  readonly #boundaries: BoundaryLines;
  /** In the order of the form. */
  readonly #fieldsRead: Promise<readonly [name: string, value: Buffer]>[] = [];
  readonly #finished: Promise<void>;
  readonly #beginFile: () => void;
  /** Called at the first failure, one for each waiting caller. */
  readonly #rejections = new Set<(error: unknown) => void>();
  #failure: { readonly error: unknown } | undefined;
  #bytes = 0;
  /** A part without a complete header has begun. */
  #inHeader = false;
  #file: Part | undefined;

  /** @throws MalformedPOSTRequest if the Content-Type has no valid boundary */
  constructor(contentType: string) {
    const boundary = boundaryOf(contentType);
    this.#boundaries = new BoundaryLines(boundary);
    const settings = {
      boundary,
      highWaterMark: MAX_WAITING_BYTES,
      partHwm: MAX_WAITING_BYTES,
    };
    this.#dicer = new Dicer(settings);
    this.#finished = this.#orFailure((resolve) => this.#dicer.once('finish', resolve));
    let begin: () => void = () => undefined;
    this.fileBegun = this.#orFailure((resolve) => {
      begin = resolve;
    });
    this.#beginFile = begin;
    this.#dicer.on('part', (part: Part) => this.#part(part));
    this.#dicer.on('error', () => this.fail(malformed()));
  }

  /**
   * Takes a piece of the body. If a promise is returned, the caller waits for it before the next piece.
   * @throws MalformedPOSTRequest or MaxPostPreDataLengthExceeded
   */
  write(piece: Buffer): Promise<void> | undefined {
    if (!this.#boundaries.accepts(piece)) this.fail(malformed());
    const ready = this.#dicer.write(piece);
    this.#bytes += piece.length;
    if (!this.#file && this.#bytes > MAX_BYTES_BEFORE_FILE) this.fail(tooMuchPreData());
    if (this.#failure) throw this.#failure.error;
    return ready ? undefined : this.#orFailure((resolve) => this.#dicer.once('drain', resolve));
  }

  /**
   * Ends the form, and waits until its file has been taken.
   * @throws MalformedPOSTRequest if the last boundary has not come, InvalidArgument for a form without a file
   */
  async end(): Promise<void> {
    this.#dicer.end();
    await this.#finished;
    if (this.#inHeader) this.fail(malformed());
    if (!this.#file) this.fail(missingFile());
    if (this.#failure) throw this.#failure.error;
  }

  /** Passes the bytes of the file, which has begun, to `take`. Rejects with what `take` throws or if the form is refused. */
  async receiveFile(take: Take): Promise<void> {
    await this.#orFailure((resolve) => {
      this.#file?.on('end', resolve);
      this.#file?.on('data', (piece) => this.#takeFrom(piece, take));
    });
  }

  /** Refuses the form: everything that waits for it rejects, and the rest is not read. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    for (const reject of this.#rejections) reject(this.#failure.error);
    this.#rejections.clear();
  }

  #takeFrom(piece: Buffer, take: Take): void {
    if (this.#failure) return;
    try {
      const taken = take(piece.length < MAX_REUSED_BYTES ? Buffer.from(piece) : piece);
      if (!taken) return;
      this.#file?.pause();
      taken.then(
        () => this.#file?.resume(),
        (error: unknown) => this.fail(error),
      );
    } catch (error) {
      this.fail(error);
    }
  }

  #part(part: Part): void {
    // Dicer reports an early end of the body at the part as well.
    part.on('error', () => this.fail(malformed()));
    // The part before had no header: its boundary was no boundary, but the beginning of a longer line in the file.
    if (this.#inHeader) this.fail(malformed());
    this.#inHeader = true;
    part.on('header', (header) => {
      this.#inHeader = false;
      const disposition = dispositionOf(header);
      if (!disposition) this.fail(malformed());
      else if (this.#file) part.resume();
      else if (disposition.name.toLowerCase() === 'file') this.#fileBegins(part, disposition);
      else this.#fieldBegins(part, disposition.name);
    });
  }

  #fieldBegins(part: Part, name: string): void {
    const read = this.#readField(part, name);
    read.catch((error: unknown) => this.fail(error));
    this.#fieldsRead.push(read);
  }

  #fileBegins(part: Part, { fileName }: Disposition): void {
    this.#file = part;
    this.fileName = fileName;
    Promise.all(this.#fieldsRead).then(
      (fields) => this.#keepFields(fields),
      (error: unknown) => this.fail(error),
    );
  }

  async #readField(part: Part, name: string): Promise<readonly [string, Buffer]> {
    const pieces: Buffer[] = [];
    await this.#orFailure((resolve) => {
      part.on('end', resolve);
      part.on('data', (piece) => pieces.push(Buffer.from(piece)));
    });
    return [name, Buffer.concat(pieces)];
  }

  #keepFields(fields: readonly (readonly [string, Buffer])[]): void {
    const bytes = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (bytes > MAX_PRE_DATA_BYTES) this.fail(tooMuchPreData());
    for (const [name, value] of fields) {
      const key = name.toLowerCase();
      const earlier = this.fields.get(key);
      this.fields.set(key, earlier === undefined ? value.toString() : `${earlier},${value.toString()}`);
    }
    this.#beginFile();
  }

  /** Waits until `start` calls `resolve`. Rejects if the form fails before that. */
  #orFailure(start: (resolve: () => void) => void): Promise<void> {
    const waiting = new Promise<void>((resolve, reject) => {
      if (this.#failure) reject(this.#failure.error);
      this.#rejections.add(reject);
      start(() => {
        this.#rejections.delete(reject);
        resolve();
      });
    });
    // A failure rejects all of these promises, and at that time not all of them have a handler.
    waiting.catch(() => undefined);
    return waiting;
  }
}

function boundaryOf(contentType: string): string {
  const match = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  if (boundary.length > MAX_BOUNDARY_LENGTH || !/^[\x20-\x7e]*[\x21-\x7e]$/.test(boundary)) throw malformed();
  return boundary;
}

/** Undefined unless there is exactly one, which is that of a form. Dicer gives lower-case names and latin1 values. */
function dispositionOf(header: object): Disposition | undefined {
  const values = 'content-disposition' in header ? header['content-disposition'] : undefined;
  const value: unknown = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
  return typeof value === 'string' ? parseDisposition(Buffer.from(value, 'latin1').toString('utf8')) : undefined;
}

function malformed(): S3Error {
  return new S3Error('MalformedPOSTRequest');
}

/** The error for a form with too many bytes before its file. */
export function tooMuchPreData(): S3Error {
  return new S3Error('MaxPostPreDataLengthExceeded', undefined, {
    MaxPostPreDataLengthBytes: String(MAX_PRE_DATA_BYTES),
  });
}

function missingFile(): S3Error {
  return new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.', {
    ArgumentName: 'file',
    ArgumentValue: '0',
  });
}
