import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { diskSpace, isFull } from './disk-space.js';

test('[D56] the disk of a directory is measured', async () => {
  const figures = await diskSpace(tmpdir(), 12).figures();
  expect(figures.reserve).toBe(12);
  expect(figures.free).toBeGreaterThan(0);
  expect(figures.total).toBeGreaterThanOrEqual(figures.free);
  const byDefault = await diskSpace(tmpdir(), undefined).figures();
  expect(byDefault.reserve).toBe(Math.min(1024 ** 3, Math.floor(byDefault.total / 20)));
  await expect(diskSpace('/nowhere-at-all', undefined).figures()).rejects.toThrow('ENOENT');
});

test('[D56] uploads are refused from the reserve on', () => {
  expect([99, 100, 101].map((free) => isFull({ total: 1000, free, reserve: 100 }))).toEqual([true, true, false]);
});
