import type { Log } from '../../kernel/log.js';
import { languageOf } from '../../mail/letters/languages.js';
import type { Language } from '../../mail/letters/letter.js';
import { renderLetter } from '../../mail/letters/render-letter.js';
import { type DeliveryFailure, deliveryFailure } from '../../mail/mailer/delivery-failure.js';
import type { Mailer, OutgoingMessage } from '../../mail/mailer/mailer.js';
import type { PreparedMail, PreparedNotice, PrepareMail, PrepareNotice } from '../../mail/prepared-mail.js';
import { findMail, isNotice, type MailRow, type NoticeRow, noteAttempt, skipMail } from '../../mail/records/mails.js';
import { type Database, type Transaction, transaction } from '../../postgres/database.js';
import type { LeasedJob } from '../records/job.js';
import { lockLease, releaseLease } from '../records/lease-reports.js';
import { type BackgroundWork, inBatch } from '../worker/background-work.js';
import type { WorkOutcome } from '../worker/run-work.js';
import { GIVE_UP_MS, mailDelayMs } from './mail-retries.js';

export interface MailWorkDeps {
  readonly db: Database;
  /** Undefined: this server sends no e-mail, and leaves what others stored to servers that do. */
  readonly mailer: Mailer | undefined;
  readonly prepare: PrepareMail;
  /** Of e-mails to people who have chosen none of the languages that there are. */
  readonly language: Language;
  readonly prepareNotice: PrepareNotice;
  /** Counts what became of an attempt. */
  readonly attempted?: (outcome: MailOutcome) => void;
  readonly now?: () => number;
}

/** What became of an attempt at an e-mail: sent, failed (it is tried again), given up, or skipped because nobody wants it any more. */
export type MailOutcome = 'sent' | 'failed' | 'givenUp' | 'skipped';

/** Robots that answer e-mail must not answer these (RFC 3834; the second is Microsoft's). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * Sends the e-mails of the service, one for each job. A crash between the SMTP server's answer and the end of the lease sends an
 * e-mail twice, with the same Message-ID; both links work until one is used.
 */
export const mailWork = (deps: MailWorkDeps): BackgroundWork => ({
  kind: 'mail',
  async runBatch(job, { signal, log }) {
    const mail = await findMail(deps.db, job.id);
    if (mail === undefined || mail.state !== 'waiting') return inBatch(deps.db, job, async () => 'finished');
    const written = await write(deps, mail);
    if (written === undefined) {
      deps.attempted?.('skipped');
      return inBatch(deps.db, job, async (tx) => {
        await skipMail(tx, mail.id);
        return 'finished';
      });
    }
    const failure = await send(deps.mailer, { ...written.message, idempotencyKey: mail.id }, signal);
    if (failure !== undefined) return failed(deps, job, mail, failure, log);
    log.info({ mail: mail.id, template: mail.template }, 'an e-mail was handed over');
    deps.attempted?.('sent');
    return ended(deps.db, job, { state: 'sent', failure: null }, written.sent);
  },
  async giveUp(tx, job, reason) {
    await noteAttempt(tx, job.id, { state: 'failed', failure: reason });
    return 'finished';
  },
});

/** An e-mail as it is handed over, and what is kept when that has succeeded. */
interface Written {
  readonly message: Omit<OutgoingMessage, 'idempotencyKey'>;
  readonly sent?: (tx: Transaction) => Promise<void>;
}

/** @returns undefined when the e-mail is not wanted any more */
async function write(deps: MailWorkDeps, mail: MailRow | NoticeRow): Promise<Written | undefined> {
  if (isNotice(mail)) {
    const notice = await deps.prepareNotice(mail);
    return notice && { message: messageOf(notice), sent: (tx) => notice.sent(tx) };
  }
  const prepared = await transaction(deps.db, (tx) => deps.prepare(tx, mail));
  return prepared && { message: letterOf(mail, prepared, deps.language) };
}

const messageOf = ({ to, language, letter, thread, unsubscribeUrl }: PreparedNotice): Written['message'] => ({
  to,
  ...letter,
  thread,
  headers: {
    ...AUTOMATIC,
    'Content-Language': language,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
});

function letterOf(mail: MailRow, { to, locale, link, instead }: PreparedMail, otherwise: Language): Written['message'] {
  const address = link && { url: `${mail.baseUrl}${link.path}`, expiresTs: link.expiresTs };
  const language = languageOf(locale, otherwise);
  const letter =
    instead === undefined
      ? renderLetter(language, mail.template, mail.data, address)
      : renderLetter(language, instead, {}, address);
  return { to, ...letter, headers: { ...AUTOMATIC, 'Content-Language': language } };
}

async function send(
  mailer: Mailer | undefined,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<DeliveryFailure | undefined> {
  if (mailer === undefined) {
    return {
      message: 'The worker that tried it sends no e-mail: MILLRACE_SMTP_URL is not set there.',
      permanent: false,
    };
  }
  try {
    await mailer.send(message, signal);
    return undefined;
  } catch (error) {
    return deliveryFailure(error);
  }
}

/** Due again later, or given up. The job's own count of attempts is not used: e-mail is tried for days. */
async function failed(
  { db, attempted, now = Date.now }: MailWorkDeps,
  job: LeasedJob,
  mail: MailRow | NoticeRow,
  { message, permanent }: DeliveryFailure,
  log: Log,
): Promise<WorkOutcome> {
  const delayMs = mailDelayMs(mail.attempts + 1);
  const isLast = permanent || now() + delayMs - mail.createdTs.getTime() > GIVE_UP_MS;
  log.warn({ mail: mail.id, template: mail.template, reason: message, isLast }, 'an e-mail could not be handed over');
  attempted?.(isLast ? 'givenUp' : 'failed');
  if (isLast) return ended(db, job, { state: 'failed', failure: message });
  return transaction(db, async (tx) => {
    if (!(await lockLease(tx, job))) return 'stale';
    await noteAttempt(tx, mail.id, { state: 'waiting', failure: message });
    await releaseLease(tx, job, { retries: job.retries, delayMs, error: message });
    return 'done';
  });
}

const ended = (
  db: Database,
  job: LeasedJob,
  outcome: { readonly state: 'sent' | 'failed'; readonly failure: string | null },
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<WorkOutcome> =>
  inBatch(db, job, async (tx) => {
    await also(tx);
    await noteAttempt(tx, job.id, outcome);
    return 'finished';
  });
