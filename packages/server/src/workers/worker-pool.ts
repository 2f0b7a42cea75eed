import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../kernel/config.js';
import { collectMetrics } from './collect-metrics.js';
import type { ToPrimary, ToWorker } from './messages.js';

const program = fileURLToPath(new URL('./process.js', import.meta.url));

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
/** A process that served this long did not die because of how it was started. */
const STABLE_MS = 60_000;
/** The default backlog of a listening socket in Node. */
const MAX_WAITING = 511;
/** The pool gives up after this many failed starts per worker, if none has succeeded. */
const FAILED_STARTS_PER_WORKER = 2;
/** Above 15 s for requests plus 10 s for jobs (`startServer`); below the 30 s after which orchestrators kill. */
const EXIT_WITHIN_MS = 28_000;

/** One worker number of the pool: its process, or the pause before the next one starts. */
interface WorkerSlot {
  readonly worker: number;
  child: ChildProcess;
  readySince: number | undefined;
  backoffMs: number;
  /** Connections on their way to the process, by number. Node loses them when the process dies, so the pool keeps them too. */
  readonly inTransit: Map<number, Socket>;
}

/** What the first process that is ready reports. */
export interface PoolReady {
  readonly url: string;
  readonly credentialsFile: string | undefined;
}

/** The server processes: starts them, replaces those that die, and passes connections to them in turn. */
export class WorkerPool {
  readonly #slots = new Map<number, WorkerSlot>();
  /** Connections that wait because no process is ready. */
  readonly #waiting: Socket[] = [];
  #turn = 0;
  #failedStarts = 0;
  #lastDeath = '';
  #stopping = false;
  #settle: { resolve(ready: PoolReady): void; reject(error: Error): void } | undefined;
  #first: PoolReady | undefined;
  readonly #config: Config;
  readonly #size: number;
  readonly #log: Pick<Logger, 'info' | 'error'>;
  readonly #path: string;

  /** @param path program of each process; it waits for the message `begin` */
  constructor(config: Config, size: number, log: Pick<Logger, 'info' | 'error'>, path: string = program) {
    this.#config = config;
    this.#size = size;
    this.#log = log;
    this.#path = path;
  }

  /**
   * Starts the processes. Resolves when each of them was ready once, or failed once while another serves.
   *
   * @throws ConfigError with the reason of the first process that could not start, or when all of them die at their start
   */
  start(): Promise<PoolReady> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      for (let worker = 1; worker <= this.#size; worker += 1) this.#launch(worker, FIRST_BACKOFF_MS);
    });
  }

  /** Passes a connection to the next process in turn. */
  take(socket: Socket): void {
    const ready = this.#ready();
    this.#turn += 1;
    const chosen = ready[this.#turn % Math.max(1, ready.length)];
    if (chosen === undefined) {
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push(socket.on('error', () => socket.destroy()));
      else socket.destroy();
      return;
    }
    const id = this.#turn;
    chosen.inTransit.set(id, socket);
    chosen.child.send({ kind: 'connection', id } satisfies ToWorker, socket, { keepOpen: true }, (error) => {
      // The process died before the connection arrived.
      if (error !== null) closeOurEnd(chosen, id);
    });
  }

  /** From now on `/readyz` of the processes fails, so that load balancers send no more requests. */
  beginStop(): void {
    this.#stopping = true;
    for (const slot of this.#ready()) tell(slot.child, { kind: 'stopping' });
  }

  /** To be called after the last connection. Resolves when every process has exited. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const socket of this.#waiting.splice(0)) socket.destroy();
    await Promise.all([...this.#slots.values()].map(({ child }) => stopChild(child)));
  }

  #ready(): readonly WorkerSlot[] {
    return [...this.#slots.values()].filter(({ child, readySince }) => readySince !== undefined && child.connected);
  }

  #launch(worker: number, backoffMs: number): void {
    const child = fork(this.#path, [], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, '--enable-source-maps'],
    });
    const slot: WorkerSlot = { worker, child, readySince: undefined, backoffMs, inTransit: new Map() };
    this.#slots.set(worker, slot);
    child.on('message', (message: ToPrimary) => this.#handle(slot, message));
    child.once('exit', (code, signal) => this.#replace(slot, code, signal));
    // The process could not be created; then there is no 'exit'.
    child.once('error', (error) => child.pid === undefined && this.#replace(slot, null, null, error));
    tell(child, { kind: 'begin', config: this.#config, worker });
  }

  #handle(slot: WorkerSlot, message: ToPrimary): void {
    switch (message.kind) {
      case 'ready':
        this.#log.info({ worker: slot.worker, workerPid: slot.child.pid }, 'server process ready');
        slot.readySince = Date.now();
        this.#first ??= message;
        if (this.#stopping) tell(slot.child, { kind: 'stopping' });
        for (const socket of this.#waiting.splice(0)) this.take(socket);
        this.#settleStart();
        return;
      case 'failed':
        this.#log.error({ worker: slot.worker, reason: message.message }, 'a server process could not start');
        this.#lastDeath = message.message;
        if (this.#first === undefined) this.#giveUp(message.message);
        return;
      case 'collect':
        void collectMetrics(this.#ready().map(({ child }) => child)).then((metrics) =>
          tell(slot.child, { kind: 'collected', id: message.id, metrics }),
        );
        return;
      case 'taken':
        closeOurEnd(slot, message.id);
        return;
      case 'measured':
        return;
    }
  }

  #replace(slot: WorkerSlot, code: number | null, signal: NodeJS.Signals | null, error?: Error): void {
    // The process may have read from these connections, so no other process can take them: their clients see them close.
    for (const id of slot.inTransit.keys()) closeOurEnd(slot, id);
    if (this.#stopping) return;
    const wasReady = slot.readySince;
    const lived = wasReady === undefined ? 0 : Date.now() - wasReady;
    const backoffMs = lived >= STABLE_MS ? FIRST_BACKOFF_MS : slot.backoffMs;
    slot.readySince = undefined;
    this.#log.error(
      { worker: slot.worker, workerPid: slot.child.pid, code, signal, err: error, againInMs: backoffMs },
      'a server process died and is replaced',
    );
    if (wasReady === undefined) this.#failedStarts += 1;
    this.#lastDeath ||= error?.message ?? `one ended with ${signal ?? `exit code ${code}`}`;
    this.#settleStart();
    setTimeout(() => {
      if (!this.#stopping) this.#launch(slot.worker, Math.min(backoffMs * 2, MAX_BACKOFF_MS));
    }, backoffMs);
  }

  /** Resolves or rejects `start()` once its outcome is known. */
  #settleStart(): void {
    if (this.#settle === undefined) return;
    if (this.#first !== undefined && this.#ready().length + this.#failedStarts >= this.#size) {
      this.#settle.resolve(this.#first);
      this.#settle = undefined;
    } else if (this.#first === undefined && this.#failedStarts >= this.#size * FAILED_STARTS_PER_WORKER) {
      this.#giveUp(`All ${this.#size} server processes died at their start (${this.#lastDeath}); see the log above.`);
    }
  }

  #giveUp(message: string): void {
    this.#settle?.reject(new ConfigError(message));
    this.#settle = undefined;
    this.#stopping = true;
  }
}

/** Closes the primary's copy of a connection; the process that has taken it keeps its own. */
function closeOurEnd({ inTransit }: WorkerSlot, id: number): void {
  inTransit.get(id)?.destroy();
  inTransit.delete(id);
}

function tell(child: ChildProcess, message: ToWorker): void {
  // A process that is dying has closed its channel; the event 'exit' follows.
  if (child.connected) child.send(message, () => undefined);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  tell(child, { kind: 'stop' });
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}
