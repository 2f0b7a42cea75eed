import type { Transaction } from '../postgres/database.js';
import type { MailRow } from './records/mails.js';

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

/**
 * Prepares one attempt at sending an e-mail: makes a secret for its link, of which only the hash is stored. The secrets of earlier
 * attempts stay valid, because it is not always known whether an attempt reached the mailbox.
 *
 * @returns undefined when the e-mail is not wanted any more
 */
export type PrepareMail = (tx: Transaction, mail: MailRow) => Promise<PreparedMail | undefined>;
