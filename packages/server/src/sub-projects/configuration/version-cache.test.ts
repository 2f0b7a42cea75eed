import { expect, it } from 'vitest';
import { createVersionCache } from './version-cache.js';

it('loads a version once however many ask at the same time', async () => {
  const cache = createVersionCache<string>(10);
  let loads = 0;
  const load = async () => {
    loads += 1;
    return `load ${loads}`;
  };
  expect(await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('a', load)])).toEqual([
    'load 1',
    'load 1',
    'load 1',
  ]);
});

it('lets the least recently used go', async () => {
  const cache = createVersionCache<number>(2);
  const loaded: string[] = [];
  const get = (id: string) => cache.get(id, async () => loaded.push(id));
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await get(id);
  expect(loaded).toEqual(['a', 'b', 'c', 'b']);
});

it('does not keep a failure', async () => {
  const cache = createVersionCache<string>(2);
  await expect(cache.get('a', () => Promise.reject(new Error('database away')))).rejects.toThrow('database away');
  expect(await cache.get('a', async () => 'there')).toBe('there');
});
