import type { LRUCache } from 'lru-cache';
import { RequestAbandonedError, runForAll } from './request-scope.js';

/** Values under way or loaded, by their key. */
export type LoadedValues<T> = LRUCache<string, Promise<T>>;

/**
 * The value of a key from a cache; loads it once however many ask at the same time. A failed load is not kept. A load may run
 * in the transaction of the request that asked first; when that request is abandoned, the next one that waits loads again.
 *
 * @throws whatever `load` rejects with
 */
export function loadOnce<T>(cache: LoadedValues<T>, key: string, load: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known !== undefined) {
    return known.catch((error: unknown) => {
      if (!(error instanceof RequestAbandonedError)) throw error;
      return loadOnce(cache, key, load);
    });
  }
  const loading = runForAll(load);
  cache.set(key, loading);
  loading.catch(() => {
    if (cache.peek(key) === loading) cache.delete(key);
  });
  return loading;
}
