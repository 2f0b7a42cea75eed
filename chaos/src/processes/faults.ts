import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/random.js';
import type { Child } from './child.js';
import { findPostmaster } from './postmaster.js';

export interface FaultTargets {
  readonly servers: readonly Child[];
  readonly workers: readonly Child[];
  /** Undefined with an external PostgreSQL, which gets no faults. */
  readonly dataDirectory: string | undefined;
  readonly random: Random;
  readonly say: (line: string) => void;
  /** Ends the faults early. */
  readonly stopping: AbortSignal;
}

type Fault = (targets: FaultTargets) => Promise<void>;

/** Longer than the lease of the server's own work (10 s). */
const BEYOND_LEASE_MS = 11_500;

const killServer: Fault = ({ servers, random }) => endAndStart(random.pick(servers), 'SIGKILL', random);
const endServer: Fault = ({ servers, random }) => endAndStart(random.pick(servers), 'SIGTERM', random);
const killWorker: Fault = ({ workers, random }) => endAndStart(random.pick(workers), 'SIGKILL', random);
const pauseServer: Fault = ({ servers, random }) => random.pick(servers).pause(random.between(1500, 4000));
const pauseServerLong: Fault = ({ servers, random }) => random.pick(servers).pause(BEYOND_LEASE_MS);
const pauseWorker: Fault = ({ workers, random }) => random.pick(workers).pause(random.between(2500, 4000));
const killPostgres: Fault = (targets) => signalPostgres(targets, 'SIGKILL');
/** A fast shutdown, as by an operator. The servers start it again. */
const stopPostgres: Fault = (targets) => signalPostgres(targets, 'SIGINT');
const killBoth: Fault = async (targets) => {
  await Promise.all([killServer(targets), killPostgres(targets)]);
};

const all = {
  'kill -9 a server': killServer,
  'SIGTERM to a server': endServer,
  'kill -9 a worker': killWorker,
  'pause a server for seconds': pauseServer,
  'pause a server beyond its leases': pauseServerLong,
  'pause a worker beyond its leases': pauseWorker,
  'kill -9 PostgreSQL': killPostgres,
  'stop PostgreSQL': stopPostgres,
  'kill -9 a server and PostgreSQL': killBoth,
} satisfies Record<string, Fault>;
type FaultName = keyof typeof all;

async function endAndStart(child: Child, signal: 'SIGKILL' | 'SIGTERM', random: Random): Promise<void> {
  await child.end(signal);
  await sleep(random.between(0, 1200));
  await child.start();
}

async function signalPostgres({ dataDirectory }: FaultTargets, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const pid = dataDirectory === undefined ? undefined : await findPostmaster(dataDirectory);
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It ended before the signal, which is the aim of the fault.
  }
}

/** The kinds of processes a fault affects. No kind has two faults at a time, because ends and starts would overlap. */
const holdsOf = (name: FaultName): readonly ('server' | 'worker')[] => {
  if (name.includes('server')) return ['server'];
  return name.includes('worker') ? ['worker'] : [];
};

/**
 * Injects one fault after another until `until` (epoch milliseconds), every fault once before one repeats. At most one server and one
 * worker are affected at a time; PostgreSQL at any time.
 *
 * @returns how often each fault was injected
 * @throws the first error of a fault
 */
export async function injectFaults(targets: FaultTargets, until: number): Promise<ReadonlyMap<string, number>> {
  const { random, say, stopping } = targets;
  const counts = new Map<string, number>();
  const held = new Map<string, Promise<void>>();
  const possible = (Object.keys(all) as FaultName[]).filter(
    (name) => targets.dataDirectory !== undefined || !name.includes('PostgreSQL'),
  );
  const failures: unknown[] = [];
  let queue: FaultName[] = [];
  await sleep(1500);
  while (Date.now() < until && failures.length === 0 && !stopping.aborted) {
    if (queue.length === 0) queue = random.shuffled(possible);
    const index = queue.findIndex((name) => holdsOf(name).every((kind) => !held.has(kind)));
    const [name] = index < 0 ? [] : queue.splice(index, 1);
    if (name !== undefined) {
      say(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const done = all[name](targets).catch((error: unknown) => void failures.push(error));
      for (const kind of holdsOf(name)) {
        const over: Promise<void> = done.then(() => void held.delete(kind));
        held.set(kind, over);
      }
    }
    await sleep(random.between(500, 1600));
  }
  await Promise.all(held.values());
  if (failures.length > 0) throw failures[0];
  return counts;
}
