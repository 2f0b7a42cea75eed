import type { Blame } from './errors/catalogue-error.js';

/** Deeper than any real document. The limit keeps recursive code safe. */
export const MAXIMUM_DEPTH = 64;

/**
 * Finds the first value PostgreSQL or JSON could not give back unchanged: a NUL character or half a surrogate pair in a
 * text or member name, a number beyond the range of a double (JSON.parse made it infinite), or nesting deeper than
 * {@link MAXIMUM_DEPTH}. Linear in the size of the value.
 *
 * @returns what is wrong and where, or undefined when the value is fit to be stored
 */
export function findUnstorable(value: unknown): Blame | undefined {
  const found = find(value, 0);
  if (found === undefined) return undefined;
  return { pointer: printable(found.path.map((name) => `/${escapePointer(name)}`).join('')), detail: found.detail };
}

interface Found {
  readonly detail: string;
  /** Names from the outermost value on; put together only for what is found. */
  readonly path: readonly string[];
}

function find(value: unknown, depth: number): Found | undefined {
  if (typeof value === 'string') return findInText(value);
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : { path: [], detail: 'The number is too large for a JSON double.' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAXIMUM_DEPTH) return { path: [], detail: `The value is nested deeper than ${MAXIMUM_DEPTH} levels.` };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = find(item, depth + 1);
      if (found !== undefined) return { ...found, path: [String(index), ...found.path] };
    }
    return undefined;
  }
  for (const [name, member] of Object.entries(value)) {
    const found = findInText(name) ?? find(member, depth + 1);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

function findInText(text: string): Found | undefined {
  if (text.includes('\0')) return { path: [], detail: 'The text contains a NUL character (U+0000).' };
  return isWellFormed(text) ? undefined : { path: [], detail: 'The text contains half of a surrogate pair.' };
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const printable = (pointer: string): string => pointer.replaceAll('\0', '\\u0000').replace(/\p{Surrogate}/gu, '\ufffd');

/** One member name as a token of a JSON pointer (RFC 6901). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
