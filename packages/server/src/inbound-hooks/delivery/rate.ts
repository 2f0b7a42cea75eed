import { LRUCache } from 'lru-cache';

/** How often something may happen in this server process. */
export interface Rate {
  /** Counts one; the seconds to wait when it is one too many. */
  take(key: string): number;
}

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/**
 * @param burst how many may happen at once
 * @param now milliseconds since 1970
 */
export function createRate(perSecond: number, burst = perSecond, now: () => number = Date.now): Rate {
  const buckets = new LRUCache<string, Bucket>({ max: 10_000 });
  return {
    take(key) {
      const time = now();
      const known = buckets.get(key) ?? { left: burst, at: time };
      const left = Math.min(burst, known.left + ((time - known.at) / 1000) * perSecond);
      buckets.set(key, { left: left < 1 ? left : left - 1, at: time });
      return left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : 0;
    },
  };
}
