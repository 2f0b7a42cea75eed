import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** An e-mail as a mail server took it, read by a parser that is not ours. */
export interface TakenMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly messageId: string;
}

/** A mail server on loopback that takes everything. */
export interface MailBox {
  readonly url: string;
  /** In the order in which they came. */
  readonly received: readonly TakenMail[];
  /** Resolves when no connection is open: whoever sent something is gone or has its answer. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function startMailBox(): Promise<MailBox> {
  const received: TakenMail[] = [];
  /** Connections that are open, and e-mails that are being read. */
  let busy = 0;
  const whenIdle: (() => void)[] = [];
  const begin = (): (() => void) => {
    busy += 1;
    return () => {
      busy -= 1;
      if (busy > 0) return;
      for (const resolve of whenIdle.splice(0)) resolve();
    };
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const taken = simpleParser(stream).then(({ subject = '', messageId = '' }) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), subject, messageId });
        done();
      }, done);
      // One that is cut off has no end, and is not taken.
      stream.once('end', () => taken.finally(begin()));
    },
  });
  // Of the socket itself: the server tells of no end of a connection that was reset before its greeting, or of one it never began.
  server.server.on('connection', (socket) => socket.once('close', begin()));
  // A client that was killed resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    idle: () => (busy === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
