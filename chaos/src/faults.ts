import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.js';
import { findPostmaster } from './postmaster.js';
import type { Random } from './random.js';

export interface Victims {
  readonly servers: readonly Child[];
  readonly workers: readonly Child[];
  /** Undefined with a PostgreSQL of somebody else's, which is left alone. */
  readonly dataDirectory: string | undefined;
  readonly random: Random;
  readonly say: (line: string) => void;
  /** Ends the faults early. */
  readonly stopping: AbortSignal;
}

type Fault = (victims: Victims) => Promise<void>;

/** Longer than the lease of the server's own work (10 s). */
const BEYOND_LEASE_MS = 11_500;

const killServer: Fault = ({ servers, random }) => endAndStart(random.pick(servers), 'SIGKILL', random);
const endServer: Fault = ({ servers, random }) => endAndStart(random.pick(servers), 'SIGTERM', random);
const killWorker: Fault = ({ workers, random }) => endAndStart(random.pick(workers), 'SIGKILL', random);
const pauseServer: Fault = ({ servers, random }) => random.pick(servers).pause(random.between(1500, 4000));
const pauseServerLong: Fault = ({ servers, random }) => random.pick(servers).pause(BEYOND_LEASE_MS);
const pauseWorker: Fault = ({ workers, random }) => random.pick(workers).pause(random.between(2500, 4000));
const killPostgres: Fault = (victims) => signalPostgres(victims, 'SIGKILL');
/** A fast shutdown, as an operator would: the servers start it again. */
const stopPostgres: Fault = (victims) => signalPostgres(victims, 'SIGINT');
const killBoth: Fault = async (victims) => {
  await Promise.all([killServer(victims), killPostgres(victims)]);
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

async function signalPostgres({ dataDirectory }: Victims, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const pid = dataDirectory === undefined ? undefined : await findPostmaster(dataDirectory);
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It died between looking and signalling, which is what was wanted.
  }
}

/** Which children a fault holds, so that no process suffers two at a time: ends and starts of one would overlap. */
const holdsOf = (name: FaultName): readonly ('server' | 'worker')[] => {
  if (name.includes('server')) return ['server'];
  return name.includes('worker') ? ['worker'] : [];
};

/**
 * Does one fault after another until `until` (epoch milliseconds), every kind once before any comes again. At most one server
 * and one worker suffer at a time, PostgreSQL at any time.
 *
 * @returns how often each was done
 */
export async function injectFaults(victims: Victims, until: number): Promise<ReadonlyMap<string, number>> {
  const { random, say, stopping } = victims;
  const counts = new Map<string, number>();
  const held = new Map<string, Promise<void>>();
  const possible = (Object.keys(all) as FaultName[]).filter(
    (name) => victims.dataDirectory !== undefined || !name.includes('PostgreSQL'),
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
      const done = all[name](victims).catch((error: unknown) => void failures.push(error));
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
