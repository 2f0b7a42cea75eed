import { S3Error } from '../kernel/error.js';
import { DelimiterFinder } from './delimiter.js';
import { parseDisposition } from './disposition.js';

/** S3's limit for everything before the file, in bytes. */
export const preDataLimit = 20_480;
/** Header fields, boundaries and preamble come on top of the fields; this bounds what is kept while no file has begun. */
const undecidedLimit = preDataLimit + 64 * 1024;
const headerLimit = 16 * 1024;
/** Blanks behind a boundary. */
const paddingLimit = 256;
/** RFC 2046 section 5.1.1. */
const longestBoundary = 70;

const lineEnd = Buffer.from('\r\n');
const blankLine = Buffer.from('\r\n\r\n');

type State = 'preamble' | 'boundary' | 'header' | 'body' | 'value' | 'content' | 'epilogue';

/** Is told what a form holds, in order: fields, the beginning of the file, its bytes, and its end. */
export interface FormHandler {
  field(name: string, value: string): void;
  fileBegins(fileName: string | undefined): void;
  /** The piece is a view of what was pushed. */
  fileBytes(piece: Buffer): void;
}

/**
 * A multipart/form-data body (RFC 7578, 2046) of the shape that S3 takes: fields, then the part named `file`, whatever other
 * parts call themselves, because some clients give every field a file name. What comes behind the file is read and ignored.
 *
 * Strict where leniency could store something else than was sent: lines end in CRLF, every part says its name, a boundary is
 * followed by nothing but blanks, and the last one must come. Everything up to the file is kept until it is whole; of the file
 * no more than the beginning of what may be a boundary, so that memory does not depend on its size.
 */
export class FormParser {
  readonly #handler: FormHandler;
  /** CRLF, two dashes, boundary: what ends a part. It holds one CR only, so what may be its beginning is found from the last CR. */
  readonly #delimiter: Buffer;
  readonly #finder: DelimiterFinder;
  /** As if a line had ended before: the first boundary may stand at the very beginning. */
  #kept: Buffer = lineEnd;
  /** So much at the front was kept because it does not hold what is looked for. */
  #searched = 0;
  #state: State = 'preamble';
  #name = '';
  #fed = 0;
  #preData = 0;
  #file: 'awaited' | 'open' | 'over' = 'awaited';

  /**
   * @throws MalformedPOSTRequest if the Content-Type has no acceptable boundary
   */
  constructor(contentType: string, handler: FormHandler) {
    this.#handler = handler;
    this.#delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`, 'latin1');
    this.#finder = new DelimiterFinder(this.#delimiter);
  }

  /**
   * Takes a piece, of which nothing is kept but in copies.
   * @throws MalformedPOSTRequest, MaxPostPreDataLengthExceeded, or InvalidArgument at the end of a form without a file
   */
  push(piece: Buffer): void {
    this.#fed += piece.length;
    let rest = piece;
    this.#searched = this.#kept.length;
    if (this.#kept.length > 0) {
      rest = Buffer.concat([this.#kept, piece]);
      this.#kept = Buffer.alloc(0);
    }
    for (let next: Buffer | undefined = rest; next; ) {
      next = this.#step(next);
      this.#searched = 0;
    }
    // The piece is not ours any more.
    if (this.#kept.buffer === piece.buffer) this.#kept = Buffer.from(this.#kept);
    if (this.#file === 'awaited' && this.#fed > undecidedLimit) throw tooMuchPreData();
  }

  /**
   * To be called behind the last piece.
   * @throws MalformedPOSTRequest if the last boundary has not come
   */
  end(): void {
    if (this.#state !== 'epilogue') throw malformed();
  }

  /** Takes one thing off the front of `rest` and returns what is behind it, or keeps `rest` and returns nothing. */
  #step(rest: Buffer): Buffer | undefined {
    switch (this.#state) {
      case 'preamble':
        return this.#upTo(this.#delimiter, rest, (_preamble, behind) => this.#enter('boundary', behind));
      case 'boundary':
        return this.#boundary(rest);
      case 'header':
        return this.#header(rest);
      case 'body':
        return this.#body(rest);
      case 'value':
        return this.#upTo(this.#delimiter, rest, (value, behind) => {
          this.#field(this.#name, value.toString('utf8'));
          return this.#enter('boundary', behind);
        });
      case 'content':
        return this.#content(rest);
      case 'epilogue':
        return undefined;
    }
  }

  #enter(state: State, behind: Buffer): Buffer {
    this.#state = state;
    return behind;
  }

  #upTo(mark: Buffer, rest: Buffer, found: (before: Buffer, behind: Buffer) => Buffer): Buffer | undefined {
    const at = this.#find(mark, rest);
    if (at >= 0) return found(rest.subarray(0, at), rest.subarray(at + mark.length));
    this.#kept = rest;
    return undefined;
  }

  /** Looks at no byte again for each piece: 86 KB of CRs that came one by one took 16 s, of which anybody could send many. */
  #find(mark: Buffer, rest: Buffer): number {
    return rest.indexOf(mark, Math.max(0, this.#searched - mark.length + 1));
  }

  #boundary(rest: Buffer): Buffer | undefined {
    if (rest.length < 2) {
      this.#kept = rest;
      return undefined;
    }
    if (rest.toString('latin1', 0, 2) === '--') {
      if (this.#file === 'awaited') throw missingFile();
      this.#state = 'epilogue';
      return undefined;
    }
    const end = rest.indexOf(lineEnd);
    const padding = rest.subarray(0, end < 0 ? rest.length : end);
    if (padding.length > paddingLimit || !/^[ \t]*\r?$/.test(padding.toString('latin1'))) throw malformed();
    if (end < 0) {
      this.#kept = rest;
      return undefined;
    }
    // The line end stays: a blank line behind it ends an empty header.
    return this.#enter(this.#file === 'over' ? 'content' : 'header', rest.subarray(end));
  }

  #header(rest: Buffer): Buffer | undefined {
    const end = this.#find(blankLine, rest);
    if (end > headerLimit || (end < 0 && rest.length > headerLimit + blankLine.length)) throw malformed();
    if (end < 0) {
      this.#kept = rest;
      return undefined;
    }
    const part = parseDisposition(rest.toString('utf8', lineEnd.length, Math.max(lineEnd.length, end)));
    if (!part) throw malformed();
    this.#name = part.name;
    if (part.name.toLowerCase() === 'file') {
      this.#file = 'open';
      this.#handler.fileBegins(part.fileName);
    }
    return this.#enter('body', rest.subarray(end + lineEnd.length));
  }

  /** `rest` begins with the line end of the blank line, with which the delimiter of a part without a body begins. */
  #body(rest: Buffer): Buffer | undefined {
    const begin = rest.subarray(0, this.#delimiter.length);
    const state = this.#file === 'open' ? 'content' : 'value';
    if (!this.#delimiter.subarray(0, begin.length).equals(begin)) {
      return this.#enter(state, rest.subarray(lineEnd.length));
    }
    if (begin.length === this.#delimiter.length) return this.#enter(state, rest);
    this.#kept = rest;
    return undefined;
  }

  #field(name: string, value: string): void {
    this.#preData += name.length + Buffer.byteLength(value);
    if (this.#preData > preDataLimit) throw tooMuchPreData();
    this.#handler.field(name, value);
  }

  /** The file's bytes, or those of a part behind it, of which only the end is of interest. */
  #content(rest: Buffer): Buffer | undefined {
    const end = this.#finder.find(rest);
    if (end >= 0) {
      this.#emit(rest.subarray(0, end));
      this.#file = 'over';
      return this.#enter('boundary', rest.subarray(end + this.#delimiter.length));
    }
    const begun = this.#begunAt(rest);
    this.#emit(rest.subarray(0, begun));
    this.#kept = rest.subarray(begun);
    return undefined;
  }

  /** Where the end of `bytes` may be the beginning of a delimiter. */
  #begunAt(bytes: Buffer): number {
    const from = Math.max(0, bytes.length - this.#delimiter.length + 1);
    const at = bytes.subarray(from).lastIndexOf(0x0d);
    if (at < 0) return bytes.length;
    const tail = bytes.subarray(from + at);
    return this.#delimiter.subarray(0, tail.length).equals(tail) ? from + at : bytes.length;
  }

  #emit(bytes: Buffer): void {
    if (this.#file === 'open' && bytes.length > 0) this.#handler.fileBytes(bytes);
  }
}

function boundaryOf(contentType: string): string {
  const match = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  if (boundary.length > longestBoundary || !/^[\x20-\x7e]*[\x21-\x7e]$/.test(boundary)) throw malformed();
  return boundary;
}

function malformed(): S3Error {
  return new S3Error('MalformedPOSTRequest');
}

/** The refusal of a form with more than that before its file. */
export function tooMuchPreData(): S3Error {
  return new S3Error('MaxPostPreDataLengthExceeded', undefined, { MaxPostPreDataLengthBytes: String(preDataLimit) });
}

function missingFile(): S3Error {
  return new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.', {
    ArgumentName: 'file',
    ArgumentValue: '0',
  });
}
