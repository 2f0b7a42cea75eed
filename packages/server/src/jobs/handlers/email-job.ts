import type { SendMailOptions, Transporter } from 'nodemailer';
import { type Config, ConfigError } from '../../kernel/config.js';
import { PermanentFailure, withFailures } from '../worker/job-failure.js';
import type { JobHandler } from '../worker/job-handler.js';
import { type EmailAddress, parseAddress, readAddresses } from './email-address.js';
import { emailFailure } from './email-failure.js';
import { type Settings, settingsOf } from './settings.js';

const TIMEOUT_MS = 60_000;
const MOST_RECIPIENTS = 100;

/**
 * The job type `email`: sends one message over the operator's SMTP server. docs/guide/job-types.md describes its settings.
 *
 * @throws ConfigError when the server's address or the sender is none
 */
export function emailJob(smtp: Config['smtp']): JobHandler {
  const mailer = smtp === undefined ? undefined : createMailer(smtp);
  return {
    type: 'email',
    timeoutMs: TIMEOUT_MS,
    run: withFailures(async (job, { signal, log }) => {
      if (mailer === undefined) {
        throw new PermanentFailure(
          'This server sends no e-mail: set MILLRACE_SMTP_URL to an SMTP server, e.g. smtp://user:password@host:587.',
        );
      }
      const settings = settingsOf(job);
      const message = messageOf(settings, mailer.from, job.idempotencyKey);
      const variable = settings.variable('resultVariable', 'email');
      const transport = await mailer.transport();
      try {
        const { messageId, accepted, rejected } = await transport.sendMail({ ...message, signal });
        log.debug({ job: job.key, run: job.runId, messageId, accepted: accepted?.length }, 'an e-mail was handed over');
        return { outcome: 'completed', variables: { [variable]: { messageId, accepted, rejected } } };
      } catch (error) {
        return emailFailure(error);
      }
    }),
  };
}

interface Mailer {
  /** The same at every call. */
  transport(): Promise<Transporter>;
  readonly from: EmailAddress;
}

function createMailer(smtp: NonNullable<Config['smtp']>): Mailer {
  if (!/^smtps?:\/\/[^/]/i.test(smtp.url))
    throw new ConfigError('MILLRACE_SMTP_URL: must start with smtp:// or smtps://');
  const from = parseAddress(smtp.from);
  if (from === undefined) throw new ConfigError('MILLRACE_SMTP_FROM: must be an e-mail address');
  let transport: Promise<Transporter> | undefined;
  return {
    from,
    transport() {
      transport ??= connectMailer(smtp.url);
      return transport;
    },
  };
}

/** Loads the library with the first message: most servers send none. */
async function connectMailer(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // What a message says never makes the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The message that an email job asks for. @throws PermanentFailure for settings no message can be made of */
export function messageOf(settings: Settings, from: EmailAddress, idempotencyKey: string): SendMailOptions {
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
  return {
    from,
    ...recipients,
    subject,
    text,
    html,
    // The same for every attempt: a mailbox that gets the message twice can tell.
    messageId: `<${idempotencyKey}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  };
}
