import { expect, it } from 'vitest';
import { type ThreadLimit, ThreadLimitReached } from '../../kernel/threads/thread-pool.js';
import { scenarioWorkBy } from './scenario-work.js';

const folder = { document: 'name: X', files: {}, scenarios: {} };
const failing = (error: Error) => scenarioWorkBy({ run: () => Promise.reject(error), close: async () => undefined });

it.each<[ThreadLimit, number, RegExp]>([
  ['time', 1232, /more than 30 seconds and were stopped/],
  ['memory', 1232, /more than 512 MiB of memory and were stopped/],
  ['queue', 1010, /Too many scenarios wait/],
])('[D172] scenarios that reach the limit of %s are refused with %i', async (limit, id, detail) => {
  await expect(failing(new ThreadLimitReached(limit)).run(folder)).rejects.toMatchObject({
    id,
    detail: expect.stringMatching(detail),
  });
});

it('other errors stay what they are', async () => {
  await expect(failing(new TypeError('no')).run(folder)).rejects.toThrow(new TypeError('no'));
});
