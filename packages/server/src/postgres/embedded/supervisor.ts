import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.js';
import { ensureRunning, type Launch } from './postmaster.js';
import type { RunningPostmaster } from './postmaster-file.js';
import { birthOf } from './process-table.js';

const WATCH_INTERVAL_MS = 250;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5000;
const END_PATIENCE_MS = 10_000;
/** A server that ran this long did not fail because of how it was started. */
const STABLE_MS = 60_000;

/**
 * Watches a server, whichever process started it, and starts it again on the same port when it dies. Watching the process id
 * works for an adopted server as well, which is not a child of this process.
 */
export class Supervisor {
  readonly #stopping = new AbortController();
  readonly #loop: Promise<void>;
  readonly #launch: Launch;
  #running: RunningPostmaster;

  constructor(launch: Launch, running: RunningPostmaster) {
    this.#launch = launch;
    this.#running = running;
    this.#loop = this.#watch();
  }

  /** Ends the watch, and waits a while for a start that is under way. */
  async end(): Promise<void> {
    this.#stopping.abort();
    const patience = new AbortController();
    await Promise.race([
      this.#loop,
      sleep(END_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  get #ended(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #watch(): Promise<void> {
    let backoffMs = FIRST_BACKOFF_MS;
    while (!this.#ended) {
      const livedMs = await this.#untilDead();
      if (this.#ended) return;
      this.#log.error({ pid: this.#running.pid }, 'PostgreSQL died and is started again');
      if (livedMs > STABLE_MS) backoffMs = FIRST_BACKOFF_MS;
      while (!this.#ended && !(await this.#restart())) {
        await this.#pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      }
    }
  }

  /** @returns how long it lived since this call, in milliseconds */
  async #untilDead(): Promise<number> {
    const since = Date.now();
    const birth = await birthOf(this.#running.pid);
    while (!this.#ended && birth !== undefined && (await birthOf(this.#running.pid)) === birth) {
      await this.#pause(WATCH_INTERVAL_MS);
    }
    return Date.now() - since;
  }

  async #restart(): Promise<boolean> {
    try {
      this.#running = await ensureRunning(this.#launch, this.#running.port);
      this.#log.info({ pid: this.#running.pid, port: this.#running.port }, 'PostgreSQL runs again');
      return true;
    } catch (error) {
      this.#log.error({ err: error }, 'PostgreSQL does not start');
      return false;
    }
  }

  /** Does not keep the process alive: a server that has nothing else to do may end. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
  }

  get #log(): Log {
    return this.#launch.log;
  }
}
