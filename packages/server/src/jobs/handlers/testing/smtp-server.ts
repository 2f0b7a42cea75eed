import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header and body as they came over the wire. */
  readonly text: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** Replies by the start of the command line they answer, instead of the usual ones. */
export type Replies = Readonly<Record<string, string>>;

/** An SMTP server on loopback, as far as RFC 5321 makes a client happy: no TLS, no login. It stops with the test. */
export async function startSmtpServer(replies: Replies = {}): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
    void converse(socket, replies, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop,
  };
}

async function converse(socket: Socket, replies: Replies, received: ReceivedMail[]): Promise<void> {
  const say = (command: string, usual: string) => {
    const [, special] = Object.entries(replies).find(([start]) => command.startsWith(start)) ?? [];
    socket.write(`${special ?? usual}\r\n`);
    return special === undefined;
  };
  let from = '';
  let to: string[] = [];
  let text: string[] | undefined;
  say('greeting', '220 test');
  for await (const line of createInterface({ input: socket })) {
    if (text !== undefined) {
      if (line !== '.') text.push(line.replace(/^\./, ''));
      else {
        if (say('.', '250 2.0.0 taken')) received.push({ from, to, text: text.join('\r\n') });
        text = undefined;
      }
    } else if (line.startsWith('EHLO')) say(line, '250-test\r\n250 8BITMIME');
    else if (line.startsWith('MAIL FROM:')) {
      to = [];
      from = line;
      say(line, '250 ok');
    } else if (line.startsWith('RCPT TO:')) {
      if (say(line, '250 ok')) to.push(line.slice('RCPT TO:<'.length, -1));
    } else if (line === 'DATA') {
      if (say(line, '354 go on')) text = [];
    } else if (line === 'QUIT') {
      say(line, '221 bye');
      socket.end();
    } else say(line, '250 ok');
  }
}
