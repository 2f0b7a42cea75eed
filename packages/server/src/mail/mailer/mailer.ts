import type { SendMailOptions } from 'nodemailer';
import { type Config, ConfigError } from '../../kernel/config.js';
import { createDirectoryTransport } from './directory-transport.js';
import { type EmailAddress, parseAddress } from './email-address.js';
import { createSmtpTransport } from './smtp-transport.js';
import type { HandedOver, Transport } from './transport.js';

/** A message without its sender. */
export type OutgoingMessage = Omit<SendMailOptions, 'from' | 'messageId' | 'references' | 'inReplyTo'> & {
  /** The same for every attempt: a mailbox that gets the message twice can tell. */
  readonly idempotencyKey: string;
  /** Mail programs show messages of one thread together. */
  readonly thread?: string | undefined;
};

/** The one place that hands e-mail over: to the operator's SMTP server, or to a directory. */
export interface Mailer {
  /** @throws what `deliveryFailure` explains */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<HandedOver>;
}

export type MailSettings = Pick<Config, 'smtp' | 'mailDirectory'>;

/** The sender of a server without MILLRACE_SMTP_FROM. */
export const DEFAULT_SENDER = 'millrace@localhost';

/**
 * What sends the e-mail of this server; undefined when neither MILLRACE_SMTP_URL nor MILLRACE_MAIL_DIRECTORY is set.
 * Nothing is opened before the first message.
 *
 * @throws ConfigError when the server's address or the sender is none
 */
export function createMailer({ smtp, mailDirectory }: MailSettings): Mailer | undefined {
  if (smtp !== undefined) return mailerOf(senderOf(smtp.from), createSmtpTransport(smtp.url));
  if (mailDirectory !== undefined) return mailerOf(senderOf(DEFAULT_SENDER), createDirectoryTransport(mailDirectory));
  return undefined;
}

function senderOf(from: string): EmailAddress {
  const sender = parseAddress(from);
  if (sender === undefined) throw new ConfigError('MILLRACE_SMTP_FROM: must be an e-mail address');
  return sender;
}

const mailerOf = (from: EmailAddress, transport: Transport): Mailer => ({
  send({ idempotencyKey, thread, ...message }, signal) {
    const host = from.address.slice(from.address.lastIndexOf('@') + 1);
    // The first message of a thread was never sent: so the others belong together in whatever order they come, and if some never do.
    const root = thread === undefined ? {} : { references: `<${thread}@${host}>`, inReplyTo: `<${thread}@${host}>` };
    return transport.send({ ...message, ...root, from, messageId: `<${idempotencyKey}@${host}>` }, signal);
  },
});
