import type { Transaction } from '../postgres/database.js';
import type { Language, RenderedLetter } from './letters/letter.js';
import type { MailRow, NoticeRow } from './records/mails.js';

/** What is added to an e-mail when it is sent. */
export interface PreparedMail {
  readonly to: { readonly name: string; readonly address: string };
  /** The language that the person has chosen, as BCP 47 writes it; null: none, or nobody is known at the address. */
  readonly locale: string | null;
  /** Path of the one-time link below the public address; absent in a notice. */
  readonly link?: { readonly path: string; readonly expiresTs: Date };
  /** Another letter, where the one that was asked for does not fit the person. */
  readonly instead?: 'noPassword';
}

/** A notice as it is sent. */
export interface PreparedNotice {
  readonly to: { readonly name: string; readonly address: string };
  readonly language: Language;
  readonly letter: RenderedLetter;
  /** What mail programs show its e-mails together by: the same for all about one process; absent: it stands alone. */
  readonly thread?: string;
  /** Address that stops e-mails like this one when it is sent a form (RFC 8058). */
  readonly unsubscribeUrl: string;
  /** Keeps, together with the state of the e-mail, what it has told. */
  sent(tx: Transaction): Promise<void>;
}

/** Writes a notice, of what is so now. @returns undefined when there is nothing to tell any more */
export type PrepareNotice = (mail: NoticeRow) => Promise<PreparedNotice | undefined>;

/**
 * Prepares one attempt at sending an e-mail: makes a secret for its link, of which only the hash is stored. The secrets of earlier
 * attempts stay valid, because it is not always known whether an attempt reached the mailbox.
 *
 * @returns undefined when the e-mail is not wanted any more
 */
export type PrepareMail = (tx: Transaction, mail: MailRow) => Promise<PreparedMail | undefined>;
