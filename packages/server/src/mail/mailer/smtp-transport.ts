import type { Transporter } from 'nodemailer';
import { ConfigError } from '../../kernel/config.js';
import { once } from '../../kernel/once.js';
import type { Transport } from './transport.js';

/**
 * Hands messages to an SMTP server.
 *
 * @param url `smtp://` or `smtps://`, with credentials where the server asks for them
 * @throws ConfigError for any other address
 */
export function createSmtpTransport(url: string): Transport {
  if (!/^smtps?:\/\/[^/]/i.test(url)) {
    throw new ConfigError('MILLRACE_SMTP_URL: must start with smtp:// or smtps://');
  }
  const transporter = once(() => connectTransporter(url));
  return {
    async send(message, signal) {
      const { messageId, accepted, rejected } = await (await transporter()).sendMail({ ...message, signal });
      return { messageId, accepted: addresses(accepted), rejected: addresses(rejected) };
    },
  };
}

/** Loads the library with the first message: most servers send none. */
async function connectTransporter(url: string): Promise<Transporter> {
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

const addresses = (list: readonly (string | { readonly address: string })[] | undefined): readonly string[] =>
  (list ?? []).map((item) => (typeof item === 'string' ? item : item.address));
