import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChildOptions {
  readonly name: string;
  /** A module and its arguments, for this Node. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The output of every start is appended to this file. */
  readonly logFile: string;
  /** What the process prints when it is ready; without it, the process counts as ready at once. */
  readonly ready?: RegExp;
}

const READY_TIMEOUT_MS = 60_000;

/** A process that is killed and started again. It never runs twice at a time. */
export class Child {
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  readonly #log: WriteStream;
  #over = false;
  /** Starts that ended before the process was ready. */
  failedStarts = 0;

  constructor(options: ChildOptions) {
    this.#options = options;
    this.#log = createWriteStream(options.logFile, { flags: 'a' });
  }

  get name(): string {
    return this.#options.name;
  }

  get alive(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /**
   * Starts the process, again if it ends before it is ready, as a server may when its PostgreSQL is killed.
   * @throws Error after five attempts
   */
  async start(): Promise<void> {
    for (let attempt = 1; !this.#over; attempt += 1) {
      if (await this.#startOnce()) return;
      this.failedStarts += 1;
      if (attempt === 5) throw new Error(`${this.name} does not start; see ${this.#options.logFile}`);
      await sleep(300);
    }
  }

  async #startOnce(): Promise<boolean> {
    const { args, environment, ready } = this.#options;
    const child = spawn(process.execPath, [...args], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout?.on('data', (chunk: Buffer) => this.#log.write(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.#log.write(chunk));
    if (ready === undefined) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        resolve(false);
      }, READY_TIMEOUT_MS);
      let output = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-4096);
        if (!ready.test(output)) return;
        clearTimeout(timer);
        resolve(true);
      });
      child.once('exit', () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
  }

  /** Sends a signal that ends the process and waits for the end. A process stopped by SIGSTOP ends by SIGKILL only. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === undefined || !this.alive) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async pause(ms: number): Promise<void> {
    const child = this.#process;
    child?.kill('SIGSTOP');
    await sleep(ms);
    child?.kill('SIGCONT');
  }

  /** Ends the process for good: SIGTERM, and SIGKILL after 20 s. */
  async close(): Promise<void> {
    this.#over = true;
    this.#process?.kill('SIGCONT');
    const killTimer = setTimeout(() => this.#process?.kill('SIGKILL'), 20_000);
    await this.end('SIGTERM');
    clearTimeout(killTimer);
    this.#log.end();
  }
}
