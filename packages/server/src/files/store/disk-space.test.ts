import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { defaultReserve, diskSpace, isFull } from './disk-space.js';

const gibibyte = 1024 ** 3;

test.each([
  [2000 * gibibyte, gibibyte],
  [20 * gibibyte, gibibyte],
  [10 * gibibyte, gibibyte / 2],
  [1000, 50],
])('[D56] of a disk of %d bytes %d are kept by default', (total, reserve) => {
  expect(defaultReserve(total)).toBe(reserve);
});

test('[D56] the disk of a directory is measured', async () => {
  const figures = await diskSpace(tmpdir(), 12).figures();
  expect(figures.reserve).toBe(12);
  expect(figures.free).toBeGreaterThan(0);
  expect(figures.total).toBeGreaterThanOrEqual(figures.free);
  await expect(diskSpace('/nowhere-at-all', undefined).figures()).rejects.toThrow('ENOENT');
});

test('[D56] uploads are refused from the reserve on', () => {
  expect([99, 100, 101].map((free) => isFull({ total: 1000, free, reserve: 100 }))).toEqual([true, true, false]);
});
