import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** An e-mail that an SMTP server has received, read by a parser that is not ours. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: ParsedMail;
}

export interface MailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** From now on each message is answered with this; undefined: it is taken. */
  refuse(reply: { readonly code: number; readonly message: string } | undefined): void;
  /** Drops the connection after the message was received and before it is answered. */
  dropNext(): void;
  /** Does this after the next message was received and before it is answered. */
  beforeNext(work: () => Promise<void>): void;
}

/** An SMTP server on loopback that takes everything. It stops with the test. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: { readonly code: number; readonly message: string } | undefined;
  let drops = 0;
  let before: (() => Promise<void>) | undefined;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refusal !== undefined) {
          done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
          return;
        }
        const raw = Buffer.concat(chunks);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: raw.toString('latin1'), mail: await simpleParser(raw) });
        const work = before;
        before = undefined;
        await work?.();
        if (drops > 0) {
          drops -= 1;
          for (const connection of server.connections as Iterable<{ close(): void }>) connection.close();
          return;
        }
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refuse(reply) {
      refusal = reply;
    },
    dropNext() {
      drops += 1;
    },
    beforeNext(work) {
      before = work;
    },
  };
}

/** The links of both parts of an e-mail. */
export function linksOf({ text = '', html }: Pick<ParsedMail, 'text' | 'html'>): {
  readonly text: readonly string[];
  readonly html: readonly string[];
} {
  const inHtml = [...String(html).matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  return { text: text.match(/https?:\/\/\S+/g) ?? [], html: [...new Set(inHtml)] };
}
