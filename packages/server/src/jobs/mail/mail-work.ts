import type { Log } from '../../kernel/log.js';
import { languageOf } from '../../mail/letters/languages.js';
import type { Language } from '../../mail/letters/letter.js';
import { renderLetter } from '../../mail/letters/render-letter.js';
import { type DeliveryFailure, deliveryFailure } from '../../mail/mailer/delivery-failure.js';
import type { Mailer } from '../../mail/mailer/mailer.js';
import type { PreparedMail, PrepareMail } from '../../mail/prepared-mail.js';
import { findMail, type MailRow, noteAttempt, skipMail } from '../../mail/records/mails.js';
import { type Database, transaction } from '../../postgres/database.js';
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
  readonly now?: () => number;
}

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
    const prepared = await transaction(deps.db, (tx) => deps.prepare(tx, mail));
    if (prepared === undefined) {
      return inBatch(deps.db, job, async (tx) => {
        await skipMail(tx, mail.id);
        return 'finished';
      });
    }
    const failure = await send(deps, mail, prepared, signal);
    if (failure !== undefined) return failed(deps, job, mail, failure, log);
    log.info({ mail: mail.id, template: mail.template }, 'an e-mail was handed over');
    return ended(deps.db, job, { state: 'sent', failure: null });
  },
  async giveUp(tx, job, reason) {
    await noteAttempt(tx, job.id, { state: 'failed', failure: reason });
    return 'finished';
  },
});

async function send(
  { mailer, language: otherwise }: MailWorkDeps,
  mail: MailRow,
  { to, locale, link, instead }: PreparedMail,
  signal: AbortSignal,
): Promise<DeliveryFailure | undefined> {
  if (mailer === undefined) {
    return {
      message: 'The worker that tried it sends no e-mail: MILLRACE_SMTP_URL is not set there.',
      permanent: false,
    };
  }
  const address = link && { url: `${mail.baseUrl}${link.path}`, expiresTs: link.expiresTs };
  const language = languageOf(locale, otherwise);
  const { subject, text, html } =
    instead === undefined
      ? renderLetter(language, mail.template, mail.data, address)
      : renderLetter(language, instead, {}, address);
  const headers = { ...AUTOMATIC, 'Content-Language': language };
  try {
    await mailer.send({ to, subject, text, html, headers, idempotencyKey: mail.id }, signal);
    return undefined;
  } catch (error) {
    return deliveryFailure(error);
  }
}

/** Due again later, or given up. The job's own count of attempts is not used: e-mail is tried for days. */
async function failed(
  { db, now = Date.now }: MailWorkDeps,
  job: LeasedJob,
  mail: MailRow,
  { message, permanent }: DeliveryFailure,
  log: Log,
): Promise<WorkOutcome> {
  const delayMs = mailDelayMs(mail.attempts + 1);
  const isLast = permanent || now() + delayMs - mail.createdTs.getTime() > GIVE_UP_MS;
  log.warn({ mail: mail.id, template: mail.template, reason: message, isLast }, 'an e-mail could not be handed over');
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
): Promise<WorkOutcome> =>
  inBatch(db, job, async (tx) => {
    await noteAttempt(tx, job.id, outcome);
    return 'finished';
  });
