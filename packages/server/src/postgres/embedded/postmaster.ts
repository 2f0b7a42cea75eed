import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../kernel/free-port.js';
import type { Log } from '../../kernel/log.js';
import { cleanEnvironment } from './cluster.js';
import { EmbeddedPostgresError, programFailure } from './errors.js';
import type { Home } from './home.js';
import { findRunning, type RunningPostmaster } from './postmaster-file.js';
import { isAlive } from './process-table.js';
import type { Programs } from './programs.js';
import { postgresArguments } from './settings.js';

/** What it takes to start PostgreSQL on a cluster. */
export interface Launch {
  readonly home: Home;
  readonly programs: Programs;
  readonly durable: boolean;
  readonly log: Log;
  /** Settings besides those of `postgresArguments`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a start may take; default five minutes. */
  readonly startTimeoutMs?: number;
}

/** Recovery after a crash replays up to `max_wal_size` of log. */
const START_TIMEOUT_MS = 300_000;
const PORT_ATTEMPTS = 10;

/**
 * A server on the cluster that accepts connections: the one that runs already, or a new one.
 * @param port to listen on; any free one when undefined. A running server keeps the port it has.
 * @throws DataDirectoryError or EmbeddedPostgresError when it does not start
 */
export async function ensureRunning(launch: Launch, port: number | undefined): Promise<RunningPostmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const adopted = await adopt(launch);
    if (adopted !== undefined) return adopted;
    const outcome = await launchOnce(launch, port ?? (await freePort('127.0.0.1')));
    if ('pid' in outcome) return outcome;
    // Another server process may have started it at the same moment, or something else taken the port.
    const transient = /lock file ".*" already exists|could not bind|Address already in use/i.test(outcome.output);
    if (!transient || attempt >= PORT_ATTEMPTS) throw programFailure('postgres', outcome.output, launch.home.path);
    await sleep(50 * attempt);
  }
}

async function adopt(launch: Launch): Promise<RunningPostmaster | undefined> {
  const running = await findRunning(launch.home.cluster);
  if (running?.status === 'stopping') await untilGone(running.pid, START_TIMEOUT_MS);
  else if (running !== undefined) return untilReady(launch, undefined);
  return undefined;
}

async function launchOnce(launch: Launch, port: number): Promise<RunningPostmaster | { output: string }> {
  const child = spawn(
    launch.programs.postgres,
    postgresArguments(launch.home.cluster, port, launch.durable, launch.settings),
    {
      ...launch.home.account,
      cwd: launch.home.cluster,
      env: cleanEnvironment(),
      // Its own process group: Ctrl-C in a terminal must not stop PostgreSQL before the server has finished with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-8192);
  });
  const over = new AbortController();
  child.on('error', (error) => {
    output += error.message;
    over.abort();
  });
  child.on('close', () => over.abort());
  const running = await untilReady(launch, over.signal);
  child.unref();
  // Without a reader the pipe fills up; PostgreSQL logs to its files by now.
  child.stderr?.destroy();
  // A child that lost the race ends by itself; the next attempt finds the server of the other process.
  return running !== undefined && running.pid === child.pid ? running : { output };
}

/** @returns undefined when the signal says that the server being started gave up */
async function untilReady(launch: Launch, over: AbortSignal | undefined): Promise<RunningPostmaster | undefined> {
  const started = Date.now();
  let told = started;
  const { startTimeoutMs = START_TIMEOUT_MS } = launch;
  while (Date.now() - started < startTimeoutMs) {
    const running = await findRunning(launch.home.cluster);
    if (running?.status === 'ready') return running;
    if (over === undefined ? running === undefined : over.aborted) return undefined;
    if (Date.now() - told > 5000) {
      told = Date.now();
      launch.log.info({ status: running?.status, seconds: (told - started) / 1000 }, 'waiting for PostgreSQL to start');
    }
    await sleep(10);
  }
  throw new EmbeddedPostgresError(`PostgreSQL did not get ready within ${startTimeoutMs / 1000} seconds`);
}

/** Fast shutdown, then an immediate one, then a kill; each step has its time. */
export async function stopPostmaster(pid: number, log: Log): Promise<void> {
  const steps: readonly (readonly [NodeJS.Signals, number])[] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ];
  for (const [signal, patienceMs] of steps) {
    if (!isAlive(pid)) return;
    if (signal !== 'SIGINT') log.warn({ pid, signal }, 'PostgreSQL does not stop');
    process.kill(pid, signal);
    if (await untilGone(pid, patienceMs)) return;
  }
  log.error({ pid }, 'PostgreSQL could not be stopped');
}

/** @returns whether the process is gone within the time */
export async function untilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(5);
  }
  return true;
}
