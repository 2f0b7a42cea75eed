import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../kernel/config.js';
import { gatherFigures } from './gather-figures.js';
import type { ToPrimary, ToWorker } from './messages.js';

const program = fileURLToPath(new URL('./process.js', import.meta.url));

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
/** A process that served this long did not die of how it was started. */
const STABLE_MS = 60_000;
/** As many as a listening socket keeps by itself. */
const MOST_WAITING = 511;
/** Of the crew's size: so many starts may fail before one has succeeded. */
const FAILED_STARTS_PER_WORKER = 2;
/** Above the 15 s that requests have plus the 10 s of jobs (`startServer`), below the 30 s of orchestrators. */
const END_WITHIN_MS = 28_000;

/** One place in the crew: a process, or a pause until the next one. */
interface Berth {
  readonly worker: number;
  child: ChildProcess;
  readySince: number | undefined;
  backoffMs: number;
  /** Connections on their way to it, by number. Node forgets those when a process dies, so they are kept open here too. */
  readonly handed: Map<number, Socket>;
}

/** What the first process that got ready said of itself. */
export interface CrewReady {
  readonly url: string;
  readonly credentialsFile: string | undefined;
}

/**
 * The server processes: starts them, replaces those that die, hands connections to them in turn.
 * `path` is the program of each, which is told to begin by message.
 */
export class Crew {
  private readonly berths = new Map<number, Berth>();
  /** Connections for which no process is there right now. */
  private readonly waiting: Socket[] = [];
  private turn = 0;
  private failedStarts = 0;
  private lastDeath = '';
  private stopping = false;
  private settle: { resolve(ready: CrewReady): void; reject(error: Error): void } | undefined;
  private first: CrewReady | undefined;

  constructor(
    private readonly config: Config,
    private readonly size: number,
    private readonly log: Pick<Logger, 'info' | 'error'>,
    private readonly path: string = program,
  ) {}

  /**
   * Starts the processes. Resolves when each has got ready once or is being tried again while another serves.
   * @throws ConfigError with what the first process said that could not start, or when all of them die at their start
   */
  start(): Promise<CrewReady> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      for (let worker = 1; worker <= this.size; worker += 1) this.launch(worker, FIRST_BACKOFF_MS);
    });
  }

  /** Hands a connection to the next process in turn. */
  take(socket: Socket): void {
    const ready = this.ready();
    this.turn += 1;
    const chosen = ready[this.turn % Math.max(1, ready.length)];
    if (chosen === undefined) {
      if (this.waiting.length < MOST_WAITING) this.waiting.push(socket.on('error', () => socket.destroy()));
      else socket.destroy();
      return;
    }
    const id = this.turn;
    chosen.handed.set(id, socket);
    chosen.child.send({ kind: 'connection', id } satisfies ToWorker, socket, { keepOpen: true }, (error) => {
      // It died before the connection arrived.
      if (error !== null) letGo(chosen, id);
    });
  }

  /** Load balancers see from here on that a shutdown is coming. */
  beginStop(): void {
    this.stopping = true;
    for (const berth of this.ready()) tell(berth.child, { kind: 'stopping' });
  }

  /** After the last connection: resolves when every process has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const socket of this.waiting.splice(0)) socket.destroy();
    await Promise.all([...this.berths.values()].map(({ child }) => end(child)));
  }

  private ready(): readonly Berth[] {
    return [...this.berths.values()].filter(({ child, readySince }) => readySince !== undefined && child.connected);
  }

  private launch(worker: number, backoffMs: number): void {
    const child = fork(this.path, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const berth: Berth = { worker, child, readySince: undefined, backoffMs, handed: new Map() };
    this.berths.set(worker, berth);
    child.on('message', (message: ToPrimary) => this.hear(berth, message));
    child.once('exit', (code, signal) => this.lost(berth, code, signal));
    // A process that could not be made; 'exit' does not follow.
    child.once('error', (error) => child.pid === undefined && this.lost(berth, null, null, error));
    tell(child, { kind: 'begin', config: this.config, worker });
  }

  private hear(berth: Berth, message: ToPrimary): void {
    switch (message.kind) {
      case 'ready':
        this.log.info({ worker: berth.worker, workerPid: berth.child.pid }, 'server process ready');
        berth.readySince = Date.now();
        this.first ??= message;
        if (this.stopping) tell(berth.child, { kind: 'stopping' });
        for (const socket of this.waiting.splice(0)) this.take(socket);
        this.decide();
        return;
      case 'failed':
        this.log.error({ worker: berth.worker, reason: message.message }, 'a server process could not start');
        this.lastDeath = message.message;
        if (this.first === undefined) this.giveUp(message.message);
        return;
      case 'collect':
        void gatherFigures(this.ready().map(({ child }) => child)).then((figures) =>
          tell(berth.child, { kind: 'collected', id: message.id, figures }),
        );
        return;
      case 'taken':
        letGo(berth, message.id);
        return;
      case 'measured':
        return;
    }
  }

  private lost(berth: Berth, code: number | null, signal: NodeJS.Signals | null, error?: Error): void {
    // Whether it had read from them nobody knows, so no other gets them: their clients see them end.
    for (const id of berth.handed.keys()) letGo(berth, id);
    if (this.stopping) return;
    const wasReady = berth.readySince;
    const lived = wasReady === undefined ? 0 : Date.now() - wasReady;
    const backoffMs = lived >= STABLE_MS ? FIRST_BACKOFF_MS : berth.backoffMs;
    berth.readySince = undefined;
    this.log.error(
      { worker: berth.worker, workerPid: berth.child.pid, code, signal, err: error, againInMs: backoffMs },
      'a server process died and is replaced',
    );
    if (wasReady === undefined) this.failedStarts += 1;
    this.lastDeath ||= error?.message ?? `one ended with ${signal ?? `exit code ${code}`}`;
    this.decide();
    setTimeout(() => {
      if (!this.stopping) this.launch(berth.worker, Math.min(backoffMs * 2, MAX_BACKOFF_MS));
    }, backoffMs);
  }

  /** Whether the start has succeeded or failed by now. */
  private decide(): void {
    if (this.settle === undefined) return;
    if (this.first !== undefined && this.ready().length + this.failedStarts >= this.size) {
      this.settle.resolve(this.first);
      this.settle = undefined;
    } else if (this.first === undefined && this.failedStarts >= this.size * FAILED_STARTS_PER_WORKER) {
      this.giveUp(`All ${this.size} server processes died at their start (${this.lastDeath}); see the log above.`);
    }
  }

  private giveUp(message: string): void {
    this.settle?.reject(new ConfigError(message));
    this.settle = undefined;
    this.stopping = true;
  }
}

/** Closes the primary's end; the process that has taken the connection goes on with its own. */
function letGo({ handed }: Berth, id: number): void {
  handed.get(id)?.destroy();
  handed.delete(id);
}

function tell(child: ChildProcess, message: ToWorker): void {
  // One that is dying has closed its channel; its exit is handled.
  if (child.connected) child.send(message, () => undefined);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  tell(child, { kind: 'stop' });
  const cut = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  await ended;
  clearTimeout(cut);
}
