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
