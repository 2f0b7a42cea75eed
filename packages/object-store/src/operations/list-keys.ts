import { afterPrefix, fromBytes, type KeyIndex, toBytes } from '../disk/key-index.js';

/** Which part of a bucket to list. */
export interface ListRequest {
  readonly prefix: string;
  /** Empty: none. */
  readonly delimiter: string;
  /** A key or common prefix; what it names and all before it are left out. */
  readonly after: string;
  readonly maxKeys: number;
}

/** One page: keys and common prefixes together number at most `maxKeys`. */
export interface ListPage {
  readonly keys: readonly string[];
  readonly commonPrefixes: readonly string[];
  /** The last item of the page, if more follow. */
  readonly next: string | undefined;
}

/**
 * Lists keys in UTF-8 byte order. A page costs a search of the index for each item, whatever the bucket's size: everything
 * under a common prefix is jumped over.
 */
export function listKeys(index: KeyIndex, request: ListRequest): ListPage {
  const prefix = toBytes(request.prefix);
  const delimiter = toBytes(request.delimiter);
  const keys: string[] = [];
  const commonPrefixes: string[] = [];
  let last: string | undefined;
  let from: string | undefined = startOf(prefix, delimiter, toBytes(request.after));
  while (from !== undefined) {
    const key = index.seek(from);
    if (key?.startsWith(prefix) !== true || request.maxKeys === 0) break;
    if (keys.length + commonPrefixes.length === request.maxKeys) return page(keys, commonPrefixes, last);
    const common = commonPrefixOf(key, prefix, delimiter);
    if (common === undefined) keys.push(key);
    else commonPrefixes.push(common);
    last = common ?? key;
    from = common === undefined ? `${key}\0` : afterPrefix(common);
  }
  return page(keys, commonPrefixes, undefined);
}

function page(keys: readonly string[], commonPrefixes: readonly string[], next: string | undefined): ListPage {
  return {
    keys: keys.map(fromBytes),
    commonPrefixes: commonPrefixes.map(fromBytes),
    next: next === undefined ? undefined : fromBytes(next),
  };
}

function startOf(prefix: string, delimiter: string, after: string): string | undefined {
  if (after === '' || after < prefix) return prefix;
  return commonPrefixOf(after, prefix, delimiter) === after ? afterPrefix(after) : `${after}\0`;
}

function commonPrefixOf(key: string, prefix: string, delimiter: string): string | undefined {
  if (delimiter === '' || !key.startsWith(prefix)) return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}
