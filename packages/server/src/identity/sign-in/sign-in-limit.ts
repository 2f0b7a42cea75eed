import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { rateLimited } from '../../kernel/errors/access-errors.js';
import type { Database } from '../../postgres/database.js';
import {
  forgetOldFailures,
  type LimitSubjects,
  recordFailures,
  secondsUntilFree,
  trust,
} from '../records/sign-in-failure-queries.js';
import { createSlots, type Turn } from '../secrets/slots.js';

/** Pairs of client and network that this process need not write down again for an hour. */
const WRITTEN = 10_000;
const WRITE_MS = 3_600_000;
const CLEAN_MS = 60_000;
/** Guesses at a time that need no hash, and those that wait for them. */
const GUESSES = 3;
const WAITING = 384;

/** Bounds failed sign-ins per client and per address (D11). Successes do not count. */
export interface SignInLimit {
  /** @param deviceSecret what the device cookie of the browser holds */
  subjects(clientId: string, address: string, deviceSecret?: string): LimitSubjects;
  /** @throws CatalogueError 1003 with the seconds to wait */
  check(subjects: LimitSubjects): Promise<void>;
  failed(subjects: LimitSubjects): Promise<void>;
  /** The check and the count of a secret or a password, in the turn of its hash. */
  turn(subjects: LimitSubjects): Turn;
  /**
   * A guess that needs no hash, checked and counted in its turn. @param work gives undefined for a wrong one, which counts
   * @throws CatalogueError 1003 with the seconds to wait
   */
  guess<T>(subjects: LimitSubjects, work: () => Promise<T | undefined>): Promise<T | undefined>;
  /** The client is known at its network from now on. */
  succeeded(subjects: LimitSubjects): Promise<void>;
}

/**
 * Failures are counted in the database, so that the bound holds over all servers. A window of a minute starts with the
 * first failure. A guess is counted before the next has its turn, so those that come all at once exceed the bound by the number of
 * turns of this process less one at most.
 *
 * A client that signed in from a network within a day is counted there on its own: neither a stranger who knows its id nor
 * a neighbour behind the same proxy can lock it out, and its own failures stay bounded. All servers know it, also after a
 * restart. The same holds for a browser in which a person has signed in, at any network: guesses from elsewhere do not lock it
 * out, and its own are bounded as those of a network.
 */
export function createSignInLimit(db: Database, perMinute: number, now: () => number): SignInLimit {
  const written = new LRUCache<string, true>({ max: WRITTEN, ttl: WRITE_MS, perf: { now }, ttlResolution: 0 });
  const turns = createSlots(GUESSES, WAITING);
  let cleanedAt = now();
  const check: SignInLimit['check'] = async (subjects) => {
    const seconds = await secondsUntilFree(db, subjects, perMinute);
    if (seconds === 0) return;
    throw rateLimited(`Too many failed sign-ins. Try again in ${seconds} seconds.`, seconds);
  };
  const failed: SignInLimit['failed'] = async (subjects) => {
    await recordFailures(db, subjects);
    if (now() - cleanedAt < CLEAN_MS) return;
    cleanedAt = now();
    await forgetOldFailures(db);
  };
  return {
    subjects: (clientId, address, deviceSecret) => ({
      device: deviceSecret === undefined ? undefined : deviceSubject(clientId, deviceSecret),
      pair: subject('pair', `${clientId}\0${network(address)}`),
      shared: [subject('client', clientId), subject('address', network(address))],
    }),
    check,
    failed,
    turn: (subjects) => ({ before: () => check(subjects), wrong: () => failed(subjects) }),
    guess: (subjects, work) =>
      turns.run(async () => {
        await check(subjects);
        const found = await work();
        if (found === undefined) await failed(subjects);
        return found;
      }),
    async succeeded({ pair }) {
      if (written.get(pair) === true) return;
      await trust(db, pair);
      written.set(pair, true);
    },
  };
}

/** A client or a person in a browser, which is known by the secret of its device cookie. */
export const deviceSubject = (clientId: string, deviceSecret: string): string =>
  subject('device', `${clientId}\0${deviceSecret}`);

/** Hashed, so that a secret typed in the place of the client id is not stored in the clear. */
function subject(kind: 'client' | 'address' | 'pair' | 'device', value: string): string {
  return createHash('sha256').update(`${kind}\0${value}`).digest('base64url');
}

/** An IPv6 subscriber has a /64 to choose addresses from; IPv4 in IPv6 notation is IPv4. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
