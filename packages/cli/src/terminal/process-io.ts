import { once } from 'node:events';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { exitCodes, Interrupted } from './exit-codes.js';
import type { Io } from './io.js';

/** The process's own streams and environment. */
export function processIo(): Io {
  const { stdin, stdout, stderr } = process;
  let isGuarded = false;
  let isClosed = false;
  let whenClosed: (() => void) | undefined;
  let interruption: AbortController | undefined;
  return {
    env: process.env,
    home: homedir(),
    async out(chunk) {
      // A reader that closes the pipe early (`| head`) is not a failure. Servers do not write here and continue.
      if (!isGuarded) {
        stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
          if (code === 'EPIPE') {
            if (whenClosed === undefined) process.exit(exitCodes.ok);
            if (!isClosed) whenClosed();
            isClosed = true;
            return;
          }
          stderr.write(`error: standard output cannot be written (${message})\n`);
          process.exit(exitCodes.usage);
        });
      }
      isGuarded = true;
      if (isClosed || stdout.write(chunk)) return;
      await once(stdout, 'drain').catch((error: unknown) => {
        if (whenClosed === undefined) throw error;
      });
    },
    err: (chunk) => void stderr.write(chunk),
    // Some terminals do not report their size.
    columns: (stdout.isTTY && stdout.columns) || undefined,
    errIsTerminal: stderr.isTTY === true,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    ask: (question, options) => ask(question, options?.secret === true),
    readInput: () => text(stdin),
    interruption() {
      if (interruption === undefined) {
        const controller = new AbortController();
        interruption = controller;
        process.once('SIGINT', () => controller.abort(new Interrupted()));
      }
      return interruption.signal;
    },
    onOutputClosed(listener) {
      whenClosed = listener;
    },
    onStop(listener) {
      // SIGHUP: the terminal was closed.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, listener);
    },
  };
}

/** Questions go to standard error: standard output carries results. Secrets are not echoed. */
async function ask(question: string, secret: boolean): Promise<string> {
  const { stdin, stderr } = process;
  if (secret) stderr.write(question);
  const output = secret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  const interrupted = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new Interrupted()));
    lines.once('close', () => reject(new Interrupted()));
  });
  try {
    return (await Promise.race([lines.question(secret ? '' : question), interrupted])).trim();
  } finally {
    lines.close();
    if (secret) stderr.write('\n');
  }
}
