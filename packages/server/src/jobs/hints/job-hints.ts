import pg from 'pg';
import type { Log } from '../../kernel/log.js';
import { withLibpqSsl } from '../../postgres/database.js';
import { CHANNEL } from './hint.js';

/** Tells at once that work became due. Only a hint: whoever listens polls as well. */
export interface JobHints {
  /** Calls back with every hint (see `hintOf`), and with `*` when hints may have been missed. Returns how to stop. */
  subscribe(listener: (hint: string) => void): () => void;
  /** Resolves when `hint` comes, after `ms`, or when the signal aborts, whichever is first. */
  wait(hint: string, ms: number, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_MS = 1000;

/**
 * Listens on a connection of its own, outside the pool, for as long as the process lives; a lost connection is opened
 * again every second.
 *
 * @param options.url of PostgreSQL itself: a pooler in transaction mode does not pass notifications on
 */
export function listenForJobs(options: { readonly url: string; readonly log: Log }): JobHints {
  const listeners = new Set<(hint: string) => void>();
  const emit = (hint: string) => {
    for (const listener of listeners) listener(hint);
  };
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const reconnect = () => {
    client = undefined;
    if (!closed) timer ??= setTimeout(open, RECONNECT_MS).unref();
  };
  const open = () => {
    timer = undefined;
    const opened = new pg.Client({
      connectionString: withLibpqSsl(options.url),
      application_name: 'millrace-hints',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    client = opened;
    opened.on('notification', (message) => emit(message.payload ?? '*'));
    opened.on('error', (error) => options.log.debug({ err: error }, 'the connection for job hints was lost'));
    opened.on('end', reconnect);
    opened
      .connect()
      .then(() => opened.query(`listen ${CHANNEL}`))
      .then(() => emit('*'))
      .catch((error: unknown) => {
        options.log.debug({ err: error }, 'no connection for job hints; polling goes on');
        opened.end().catch(() => undefined);
        reconnect();
      });
  };
  open();

  const subscribe = (listener: (hint: string) => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    subscribe,
    wait: (hint, ms, signal) => waitFor(subscribe, hint, ms, signal),
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

function waitFor(
  subscribe: JobHints['subscribe'],
  hint: string,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const unsubscribe = subscribe((given) => {
      if (given === hint || given === '*') done();
    });
    if (signal?.aborted === true) done();
    else signal?.addEventListener('abort', done);
  });
}
