import { deliveryFailure } from '../../mail/mailer/delivery-failure.js';
import type { Mailer } from '../../mail/mailer/mailer.js';
import { PermanentFailure, withFailures } from '../worker/job-failure.js';
import type { JobHandler } from '../worker/job-handler.js';
import { readAddresses } from './email-recipients.js';
import { type Settings, settingsOf } from './settings.js';

const TIMEOUT_MS = 60_000;
const MOST_RECIPIENTS = 100;

/**
 * The job type `email`: sends one message over the operator's SMTP server. docs/guide/job-types.md describes its settings.
 *
 * @param mailer undefined on a server that sends no e-mail: the jobs become incidents that name the setting
 */
export const emailJob = (mailer: Mailer | undefined): JobHandler => ({
  type: 'email',
  timeoutMs: TIMEOUT_MS,
  run: withFailures(async (job, { signal, log }) => {
    if (mailer === undefined) {
      throw new PermanentFailure(
        'This server sends no e-mail: set MILLRACE_SMTP_URL to an SMTP server, e.g. smtp://user:password@host:587.',
      );
    }
    const settings = settingsOf(job);
    const message = { ...messageOf(settings), idempotencyKey: job.idempotencyKey };
    const variable = settings.variable('resultVariable', 'email');
    try {
      const { messageId, accepted, rejected } = await mailer.send(message, signal);
      log.debug({ job: job.key, run: job.runId, messageId, accepted: accepted.length }, 'an e-mail was handed over');
      return { outcome: 'completed', variables: { [variable]: { messageId, accepted, rejected } } };
    } catch (error) {
      return { outcome: 'failed', ...deliveryFailure(error) };
    }
  }),
});

/** The message that an email job asks for. @throws PermanentFailure for settings no message can be made of */
export function messageOf(settings: Settings) {
  const recipients = {
    to: readAddresses(settings, 'to'),
    cc: readAddresses(settings, 'cc'),
    bcc: readAddresses(settings, 'bcc'),
  };
  const count = recipients.to.length + recipients.cc.length + recipients.bcc.length;
  if (count === 0) throw new PermanentFailure('"to", "cc" and "bcc" of this email job name nobody.');
  if (count > MOST_RECIPIENTS) {
    throw new PermanentFailure(`This email job has more than ${MOST_RECIPIENTS} recipients.`);
  }
  const subject = settings.requiredText('subject');
  if (/\p{Cc}/u.test(subject) || subject.length > 500) {
    throw new PermanentFailure('"subject" must be a single line of 500 characters at most.');
  }
  const [text, html] = [settings.text('text'), settings.text('html')];
  if (text === undefined && html === undefined)
    throw new PermanentFailure('This email job has neither "text" nor "html".');
  return { ...recipients, subject, text, html };
}
