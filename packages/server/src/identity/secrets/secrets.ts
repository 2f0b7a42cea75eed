import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { type Cost, CURRENT_COST, findMatch, hashSecret, isOutdated, recipeBeside } from './secret-hash.js';
import { createSlots, type Slots, type Turn } from './slots.js';

/** A new client secret: 256 random bits behind a prefix that secret scanners can look for (D11). */
export const newSecret = (): string => `mrs_${randomBytes(32).toString('base64url')}`;

/** Hashes and checks client secrets, a bounded number at a time. */
export interface Secrets {
  /** @param siblings hashes of the client's other secrets; @throws CatalogueError 1003 when too many wait */
  hash(secret: string, siblings?: readonly string[]): Promise<string>;
  /** The hash that this process has seen the secret match before; costs microseconds. */
  recall(secret: string, hashes: readonly string[]): string | undefined;
  /**
   * The hash that belongs to the secret.
   * @throws CatalogueError 1003 when too many wait
   */
  check(secret: string, hashes: readonly string[], turn?: Turn): Promise<string | undefined>;
  /** A hash at today's cost when the given one is outdated, else undefined. */
  upgrade(secret: string, hash: string): Promise<string | undefined>;
}

/** Facts remembered, and for how long: about 2 MB. */
const REMEMBERED = 10_000;
const REMEMBER_MS = 15 * 60_000;

/** A check that waits for this many others takes some 7 seconds; more are refused. */
const WAITING_PER_SLOT = 128;

/**
 * Slots for hashing what people and clients sign in with.
 *
 * @param options.concurrency derivations at a time; by default all cores but one, and 3 at most of the 4 threads of Node's
 * pool, so that requests and file access go on under a flood of sign-ins
 */
export function createHashSlots(options: { readonly concurrency?: number; readonly waiting?: number } = {}): Slots {
  const concurrency = options.concurrency ?? Math.max(1, Math.min(availableParallelism() - 1, 3));
  return createSlots(concurrency, options.waiting ?? WAITING_PER_SLOT * concurrency);
}

/**
 * A check costs 58 ms of a core (see `secret-hash.ts`), so a core checks some 17 secrets a second, and a client that signs
 * in again and again would keep it busy. That a secret matches a hash is therefore remembered, under an HMAC with a key
 * that only this process has. It is a fact that never changes: whether the hash is still one of the client's is read from
 * the database at every sign-in, so a rotated secret or a disabled client is refused at once. Equal checks under way at
 * the same time are one.
 *
 * @param options.cost of new hashes; only tests that are not about it lower it
 * @param options.slots for derivations; by default those of {@link createHashSlots}
 */
export function createSecrets(
  options: { readonly cost?: Cost | undefined; readonly slots?: Slots | undefined } = {},
): Secrets {
  const cost = options.cost ?? CURRENT_COST;
  const slots = options.slots ?? createHashSlots();
  const processKey = randomBytes(32);
  const facts = new LRUCache<string, true>({ max: REMEMBERED, ttl: REMEMBER_MS });
  const underWay = new Map<string, Promise<string | undefined>>();
  const factOf = (secret: string, hash: string): string =>
    createHmac('sha256', processKey).update(hash).update('\0').update(secret).digest('base64');
  const check: Secrets['check'] = (secret, hashes, turn) =>
    slots.run(async () => {
      await turn?.before();
      const match = await findMatch(secret, hashes, cost);
      if (match === undefined) await turn?.wrong();
      else facts.set(factOf(secret, match), true);
      return match;
    });
  return {
    hash: (secret, siblings = []) => slots.run(() => hashSecret(secret, recipeBeside(siblings, cost))),
    recall: (secret, hashes) => hashes.find((hash) => facts.get(factOf(secret, hash)) === true),
    async check(secret, hashes, turn) {
      const key = factOf(secret, hashes.join(' '));
      const known = underWay.get(key);
      if (known !== undefined) {
        const match = await known;
        // Counted for each that asked: they may be of several clients, and from several addresses.
        if (match === undefined) await turn?.wrong();
        return match;
      }
      const started = check(secret, hashes, turn).finally(() => underWay.delete(key));
      underWay.set(key, started);
      return started;
    },
    async upgrade(secret, hash) {
      if (!isOutdated(hash, cost)) return undefined;
      return slots.run(() => hashSecret(secret, recipeBeside([], cost)));
    },
  };
}
