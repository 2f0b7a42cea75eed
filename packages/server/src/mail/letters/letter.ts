import type { LetterData, LetterLink, LetterTemplate } from './templates.js';

/** What one e-mail of the service says, in the order it is read. All of it is plain text. */
export interface Letter {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do; absent in a notice. */
  readonly button?: { readonly label: string; readonly url: string } | undefined;
  /** Below the button: how long it works, and what to do when the e-mail was not expected. */
  readonly notes: readonly string[];
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

/** All words of the e-mails in one language. */
export interface LetterWords {
  readonly language: Language;
  readonly letters: Letters;
  /** Above the address of the button. */
  readonly copyLink: string;
  /** Below every letter. */
  readonly footer: string;
}
