import { foldText } from '../../kernel/text/fold-text.js';

/** A word of a text, folded, and where it stands. */
export interface Word {
  readonly word: string;
  /** Of each character of the word the UTF-16 position in the text at which what it comes from begins and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Characters of a text that are read, and of a word: as `search_words` in the schema has them. */
const READ_CHARACTERS = 65_536;
const WORD_CHARACTERS = 50;

/** What stands between words: spaces, punctuation and symbols; as in `search_words`. */
const SEPARATOR =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters separate words, too
  /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f]/;

/** The words of a text in their order, as the database finds them. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  let word = '';
  let starts: number[] = [];
  let ends: number[] = [];
  const close = (): void => {
    if (word !== '') words.push({ word, starts, ends });
    word = '';
    starts = [];
    ends = [];
  };
  let at = 0;
  let read = 0;
  for (const character of text) {
    if (read >= READ_CHARACTERS) break;
    read += 1;
    for (const folded of foldText(character)) {
      if (SEPARATOR.test(folded)) close();
      else if (starts.length < WORD_CHARACTERS) {
        word += folded;
        starts.push(at);
        ends.push(at + character.length);
      }
    }
    at += character.length;
  }
  close();
  return words;
}
