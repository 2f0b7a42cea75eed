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
export function findUnstorable(value: unknown, pointer = '', depth = 0): Blame | undefined {
  if (typeof value === 'string') return blameText(value, pointer);
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : { pointer, detail: 'The number is too large for a JSON double.' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAXIMUM_DEPTH) return { pointer, detail: `The value is nested deeper than ${MAXIMUM_DEPTH} levels.` };
  for (const [key, member] of Object.entries(value)) {
    const place = `${pointer}/${escapePointer(key)}`;
    const blame = blameText(key, place) ?? findUnstorable(member, place, depth + 1);
    if (blame) return blame;
  }
  return undefined;
}

function blameText(text: string, pointer: string): Blame | undefined {
  if (text.includes('\0'))
    return { pointer: printable(pointer), detail: 'The text contains a NUL character (U+0000).' };
  if (!isWellFormed(text)) {
    return { pointer: printable(pointer), detail: 'The text contains half of a surrogate pair.' };
  }
  return undefined;
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const printable = (pointer: string): string => pointer.replaceAll('\0', '\\u0000').replace(/\p{Surrogate}/gu, '\ufffd');

/** One member name as a token of a JSON pointer (RFC 6901). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
