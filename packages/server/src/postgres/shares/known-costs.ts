import { LRUCache } from 'lru-cache';

/** A request that holds its connection longer is heavy: it may keep others waiting. */
export const HEAVY_MS = 250;

const KEPT = 20_000;
/** What a request cost says little about another one an hour later. */
const KEPT_MS = 3_600_000;
/** A slow request outweighs quick ones: after one of 2 s it takes six quick ones until the operation counts as quick. */
const FADE = 0.7;

/** What an operation of a user costs: the time for which a request held a connection, lately. */
export class KnownCosts {
  readonly #kept = new LRUCache<string, number>({ max: KEPT, ttl: KEPT_MS });

  /** Milliseconds; undefined when no request of this kind was answered lately. */
  of(userId: string, operation: string): number | undefined {
    return this.#kept.get(keyOf(userId, operation));
  }

  record(userId: string, operation: string, ms: number): void {
    const before = this.of(userId, operation) ?? 0;
    this.#kept.set(keyOf(userId, operation), Math.max(ms, before * FADE + ms * (1 - FADE)));
  }
}

const keyOf = (userId: string, operation: string): string => `${operation} ${userId}`;
