import { expect, it } from 'vitest';
import { inTimeSlices, inTurn } from './time-slices.js';

it('lets the event loop turn while there is work, and keeps the order', async () => {
  let turns = 0;
  let over = false;
  const count = (): void => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  for await (const item of inTimeSlices([1, 2, 3, 4])) {
    const begun = performance.now();
    while (performance.now() - begun < 25) Math.sqrt(item);
    seen.push(item);
  }
  over = true;
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('does at most one long work in a turn, in the order of the requests, also after a failure', async () => {
  let turn = 0;
  let over = false;
  const count = (): void => {
    turn += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const done: [name: string, turn: number][] = [];
  const long = (name: string) => () => {
    const begun = performance.now();
    while (performance.now() - begun < 25) Math.sqrt(begun);
    done.push([name, turn]);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const answers = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => inTurn(long(name))));
  over = true;
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
    'a',
    'b failed',
    'c',
    'd',
  ]);
  expect(done.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(new Set(done.map(([, at]) => at)).size).toBe(4);
});
