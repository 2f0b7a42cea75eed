import { LRUCache } from 'lru-cache';
import { expect, it } from 'vitest';
import { loadOnce } from './load-once.js';

const cacheOf = <T>(max: number) => new LRUCache<string, Promise<T>>({ max });

it('loads a value once however many ask at the same time', async () => {
  const cache = cacheOf<string>(10);
  let loads = 0;
  const load = async () => {
    loads += 1;
    return `load ${loads}`;
  };
  const asked = [loadOnce(cache, 'a', load), loadOnce(cache, 'a', load), loadOnce(cache, 'a', load)];
  expect(await Promise.all(asked)).toEqual(['load 1', 'load 1', 'load 1']);
});

it('drops the least recently used value', async () => {
  const cache = cacheOf<number>(2);
  const loaded: string[] = [];
  const get = (id: string) => loadOnce(cache, id, async () => loaded.push(id));
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await get(id);
  expect(loaded).toEqual(['a', 'b', 'c', 'b']);
});

it('does not keep a failure', async () => {
  const cache = cacheOf<string>(2);
  await expect(loadOnce(cache, 'a', () => Promise.reject(new Error('database away')))).rejects.toThrow('database away');
  expect(await loadOnce(cache, 'a', async () => 'there')).toBe('there');
});
