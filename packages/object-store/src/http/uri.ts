import { S3Error } from '../kernel/error.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes %XX.
 * @throws InvalidURI for a broken escape or bytes that are not UTF-8, as no S3 name may hold those
 */
export function percentDecode(text: string): string {
  if (!text.includes('%') && isAscii(text)) return text;
  const bytes = Buffer.alloc(Buffer.byteLength(text, 'latin1'));
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== '%') {
      bytes[length++] = text.charCodeAt(index);
      continue;
    }
    const hex = text.slice(index + 1, index + 3);
    if (!/^[0-9A-Fa-f]{2}$/.test(hex)) throw new S3Error('InvalidURI');
    bytes[length++] = Number.parseInt(hex, 16);
    index += 2;
  }
  try {
    return utf8.decode(bytes.subarray(0, length));
  } catch {
    throw new S3Error('InvalidURI');
  }
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
  return /^[\u0000-\u007f]*$/.test(text);
}

/** SigV4's UriEncode: every UTF-8 byte but `A-Z a-z 0-9 - . _ ~` becomes %XX in upper case. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `uriEncode` for a key in a path: slashes stay. */
export function uriEncodePath(path: string): string {
  return path.split('/').map(uriEncode).join('/');
}

/** A decoded query string. Order and repetition are kept, because a signature covers them. */
export class Query {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly #first: ReadonlyMap<string, string>;

  constructor(pairs: readonly (readonly [name: string, value: string])[]) {
    this.pairs = pairs;
    const first = new Map<string, string>();
    for (const [name, value] of pairs) if (!first.has(name)) first.set(name, value);
    this.#first = first;
  }

  /**
   * Parses the part behind `?`. A `+` is a space, as S3 reads it.
   * @throws InvalidURI
   */
  static parse(text: string): Query {
    const pairs = text
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const equals = part.indexOf('=');
        const name = equals < 0 ? part : part.slice(0, equals);
        const value = equals < 0 ? '' : part.slice(equals + 1);
        return [percentDecode(name.replaceAll('+', ' ')), percentDecode(value.replaceAll('+', ' '))] as const;
      });
    return new Query(pairs);
  }

  has(name: string): boolean {
    return this.#first.has(name);
  }

  get(name: string): string | undefined {
    return this.#first.get(name);
  }

  count(name: string): number {
    return this.pairs.filter(([candidate]) => candidate === name).length;
  }
}

/** What a request line asks for: path-style addressing, `/bucket/key`. */
export interface Target {
  /** The path as sent, percent-encoded, beginning with `/`. */
  readonly rawPath: string;
  readonly bucket: string | undefined;
  readonly key: string | undefined;
  readonly query: Query;
}

/**
 * Splits a request target.
 * @throws InvalidURI for anything but an absolute path
 */
export function parseTarget(url: string): Target {
  if (!url.startsWith('/')) throw new S3Error('InvalidURI');
  const mark = url.indexOf('?');
  const rawPath = mark < 0 ? url : url.slice(0, mark);
  const query = Query.parse(mark < 0 ? '' : url.slice(mark + 1));
  const slash = rawPath.indexOf('/', 1);
  const bucket = percentDecode(slash < 0 ? rawPath.slice(1) : rawPath.slice(1, slash));
  const key = slash < 0 ? '' : percentDecode(rawPath.slice(slash + 1));
  return { rawPath, query, bucket: bucket || undefined, key: key || undefined };
}
