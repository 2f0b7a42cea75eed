import { newId } from '../kernel/identifiers.js';
import type { Transaction } from '../postgres/database.js';
import type { LetterData, LetterTemplate } from './letters/templates.js';
import { insertMail, insertNotices, type NewNotice } from './records/mails.js';

/** An e-mail to be sent. */
export interface NewMail<Template extends LetterTemplate> {
  readonly template: Template;
  readonly to: { readonly name: string; readonly address: string };
  readonly data: LetterData[Template];
  /** The one-time link whose address it tells; its secret is made when the e-mail is sent. */
  readonly linkId?: string;
}

/** Where features leave the e-mails that they want sent. */
export interface MailQueue {
  /** False on a server that sends no e-mail: links are then shown to the person who asks for them. */
  readonly isOpen: boolean;
  /**
   * Stores an e-mail in the transaction of the change that it tells about; a worker sends it after the commit, and again until
   * the SMTP server takes or finally refuses it. Does nothing when the queue is not open.
   */
  add<Template extends LetterTemplate>(tx: Transaction, mail: NewMail<Template>): Promise<void>;
  /** As {@link add}, for e-mails that are written when they are sent. @returns their ids, in this order; none when the queue is not open */
  addNotices(tx: Transaction, notices: readonly NewNotice[]): Promise<readonly string[]>;
}

/** Of a server that sends no e-mail. */
export const noMails: MailQueue = Object.freeze({
  isOpen: false,
  add: () => Promise.resolve(),
  addNotices: () => Promise.resolve([]),
});

export interface MailQueueOptions {
  readonly isOpen: boolean;
  /** Public address of the service. */
  readonly baseUrl: string;
  /** Stores the jobs, with these ids, that send an e-mail each. */
  readonly storeJobs: (tx: Transaction, ids: readonly string[], now: number) => Promise<void>;
}

export const createMailQueue = ({ isOpen, baseUrl, storeJobs }: MailQueueOptions): MailQueue => ({
  isOpen,
  async add(tx, { template, to, data, linkId = null }) {
    if (!isOpen) return;
    const now = Date.now();
    const id = newId(now);
    await insertMail(tx, {
      id,
      template,
      recipient: to,
      data,
      linkId,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      createdTs: new Date(now),
    });
    await storeJobs(tx, [id], now);
  },
  async addNotices(tx, notices) {
    if (!isOpen || notices.length === 0) return [];
    const now = Date.now();
    const ids = notices.map(() => newId(now));
    const shared = { baseUrl: baseUrl.replace(/\/+$/, ''), createdTs: new Date(now) };
    await insertNotices(
      tx,
      notices.map((notice, place) => ({ ...notice, ...shared, id: ids[place] ?? '' })),
    );
    await storeJobs(tx, ids, now);
    return ids;
  },
});
