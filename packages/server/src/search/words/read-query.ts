import { invalidMember } from '../../kernel/errors/request-errors.js';
import { wordsOf } from './words-of.js';

const MOST_WORDS = 10;
/** An id has its time in its first 12 digits: with fewer than 8 of them most ids of a year are the same. */
const ID_BEGINNING = /^[0-9a-f]{8}-?(?:[0-9a-f]{1,4}-?){0,3}[0-9a-f]{0,12}$/i;
const ID_DIGITS = 32;

/** The ids that begin with some characters, from the least to the greatest. */
export interface IdBeginning {
  readonly from: string;
  readonly to: string;
  /** Number of the characters. */
  readonly length: number;
}

/** What a person typed, understood. */
export interface SearchQuery {
  /** Folded; each is the beginning of a word that must be found. */
  readonly words: readonly string[];
  /** Undefined when the query is no beginning of an id. */
  readonly ids: IdBeginning | undefined;
}

/**
 * Reads a query of {@link MOST_WORDS} words at most.
 *
 * @throws CatalogueError 1200 for more words
 */
export function readQuery(text: string, member = 'query'): SearchQuery {
  const words = [...new Set(wordsOf(text).map(({ word }) => word))];
  if (words.length > MOST_WORDS) {
    throw invalidMember(`/${member}`, `${member} has ${words.length} words. Use at most ${MOST_WORDS}.`);
  }
  return { words: withoutBeginnings(words), ids: idsOf(text.trim()) };
}

/** A word that another one begins with asks for nothing more. */
const withoutBeginnings = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));

function idsOf(text: string): SearchQuery['ids'] {
  if (!ID_BEGINNING.test(text)) return undefined;
  const digits = text.replaceAll('-', '').toLowerCase();
  if (digits.length > ID_DIGITS) return undefined;
  const from = idOf(digits.padEnd(ID_DIGITS, '0'));
  return { from, to: idOf(digits.padEnd(ID_DIGITS, 'f')), length: lengthWithDashes(digits.length) };
}

const idOf = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');

const lengthWithDashes = (digits: number): number => digits + [8, 12, 16, 20].filter((place) => digits > place).length;
