import { wordsOf } from './words-of.js';

/** Characters of a text that a hit shows, and of those before the first match. */
const SHOWN = 200;
const BEFORE = 60;

/** A part of a text with the places that match in it, as UTF-16 positions. */
export interface Excerpt {
  readonly text: string;
  readonly ranges: readonly { readonly start: number; readonly length: number }[];
}

/** The part of a text around its first match; undefined when none of the words begins a word of the text. */
export function excerptOf(text: string, words: readonly string[]): Excerpt | undefined {
  const places = wordsOf(text).flatMap(({ word, starts, ends }) => {
    const length = Math.max(0, ...words.filter((one) => word.startsWith(one)).map((one) => [...one].length));
    const start = starts[0];
    const end = ends[length - 1];
    return length === 0 || start === undefined || end === undefined ? [] : [{ start, end }];
  });
  const [first] = places;
  if (first === undefined) return undefined;
  const from = beginning(
    text,
    text.length <= SHOWN ? 0 : Math.max(0, Math.min(first.start - BEFORE, text.length - SHOWN)),
  );
  const to = beginning(text, Math.min(text.length, from + SHOWN));
  const before = from > 0 ? '…' : '';
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    ranges: places
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start - from + before.length, length: end - start })),
  };
}

/** Not between the two halves of a character. */
function beginning(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
