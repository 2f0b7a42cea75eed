import type { LRUCache } from 'lru-cache';

/** Values under way or loaded, by their key. */
export type LoadedValues<T> = LRUCache<string, Promise<T>>;

/**
 * The value of a key from a cache; loads it once however many ask at the same time. A failed load is not kept.
 *
 * @throws whatever `load` rejects with
 */
export function loadOnce<T>(cache: LoadedValues<T>, key: string, load: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const loading = load();
  cache.set(key, loading);
  loading.catch(() => {
    if (cache.peek(key) === loading) cache.delete(key);
  });
  return loading;
}
