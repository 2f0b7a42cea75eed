import { english } from './english.js';
import { german } from './german.js';
import type { Language, LetterWords } from './letter.js';

const words: { readonly [Name in Language]: LetterWords } = { en: english, de: german };

/** The languages that the e-mails of the service are written in. */
export const languages = Object.keys(words) as readonly Language[];

export const wordsIn = (language: Language): LetterWords => words[language];

/**
 * The language of a person's e-mails.
 *
 * @param locale that the person has chosen, as BCP 47 writes it, such as `de-AT`; null: none
 * @param otherwise where the person has chosen none of ours
 */
export function languageOf(locale: string | null, otherwise: Language): Language {
  const [first] = (locale ?? '').toLowerCase().split('-');
  return languages.find((language) => language === first) ?? otherwise;
}
