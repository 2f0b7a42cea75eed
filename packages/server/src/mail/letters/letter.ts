import type { LetterData, LetterLink, LetterTemplate } from './templates.js';

/** What one e-mail of the service says, in the order it is read. All of it is plain text. */
export interface Letter {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do; absent in a notice. */
  readonly button?: { readonly label: string; readonly url: string } | undefined;
  /** Several things that happened, each with its own address. */
  readonly items?: readonly LetterItem[];
  /** Below the button: how long it works, and what to do when the e-mail was not expected. */
  readonly notes: readonly string[];
  /** In small print below everything else. */
  readonly links?: readonly { readonly label: string; readonly url: string }[];
}

/** One of several things that an e-mail tells of. */
export interface LetterItem {
  readonly title: string;
  /** Where it is, in a word or two. */
  readonly place: string;
  readonly lines: readonly string[];
  readonly url: string;
}

/** The two parts of an e-mail. */
export interface RenderedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A language that letters are written in. */
export type Language = 'en' | 'de';

/** What the letters in one language are written with. */
export type Letters = {
  readonly [Template in LetterTemplate]: (data: LetterData[Template], link: LetterLink) => Letter;
};

/** The words around every letter, in one language. */
export interface LayoutWords {
  readonly language: Language;
  /** Above the address of the button. */
  readonly copyLink: string;
  /** Below every letter. */
  readonly footer: string;
}

/** All words of the e-mails in one language. */
export interface LetterWords extends LayoutWords {
  readonly letters: Letters;
}
