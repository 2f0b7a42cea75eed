import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChildOptions {
  readonly name: string;
  /** A module and its arguments, for this Node. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Output of every life of the process is appended here. */
  readonly logFile: string;
  /** What it prints when it is ready; without it a process is ready at once. */
  readonly ready?: RegExp;
}

const READY_MS = 60_000;

/** A process that is killed and started again; never two lives at a time. */
export class Child {
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  readonly #log: WriteStream;
  #over = false;
  /** Lives that ended before they were ready. */
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

  /** Starts it until it is ready: a server whose PostgreSQL is killed while it starts may give up. @throws Error after five lives */
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
      }, READY_MS);
      let told = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        told = (told + chunk.toString()).slice(-4096);
        if (!ready.test(told)) return;
        clearTimeout(timer);
        resolve(true);
      });
      child.once('exit', () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
  }

  /** Sends a signal that ends it and waits for the end; a process that is stopped (SIGSTOP) ends by SIGKILL only. */
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

  /** The last life is over: it is not started again. SIGTERM, and SIGKILL after 20 s. */
  async close(): Promise<void> {
    this.#over = true;
    this.#process?.kill('SIGCONT');
    const patience = setTimeout(() => this.#process?.kill('SIGKILL'), 20_000);
    await this.end('SIGTERM');
    clearTimeout(patience);
    this.#log.end();
  }
}
