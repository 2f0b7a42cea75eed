import { describe, expect, it } from 'vitest';
import { inTimeSlices, inTurn, takeSteps } from './time-slices.js';

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

describe('takeSteps', () => {
  /** Work of `count` steps of about `ms` each, which tells of every step. */
  function* work(name: string, count: number, ms: number, log: string[]): Generator<void, string, void> {
    for (let step = 0; step < count; step += 1) {
      const begun = performance.now();
      while (performance.now() - begun < ms) Math.sqrt(begun);
      log.push(name);
      yield;
    }
    return name;
  }

  it('returns what the last step returns and throws what a step throws', async () => {
    expect(await takeSteps(work('a', 3, 0, []))).toBe('a');
    const broken = (function* (): Generator<void, string, void> {
      yield;
      throw new Error('broken');
    })();
    await expect(takeSteps(broken)).rejects.toThrow('broken');
  });

  it('lets the event loop turn between slices', async () => {
    let turns = 0;
    let over = false;
    const count = (): void => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    await takeSteps(work('long', 12, 10, []));
    over = true;
    // 120 ms in slices of 20 ms, one more step each at most.
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('does not keep out other work, short or long, until it is over', async () => {
    const log: string[] = [];
    const first = takeSteps(work('first', 30, 10, log));
    const second = takeSteps(work('second', 30, 10, log));
    const short = inTurn(() => log.push('short'));
    await Promise.all([first, second, short]);
    expect(log.indexOf('short')).toBeLessThan(15);
    expect(log.indexOf('second')).toBeLessThan(15);
    // Long works take turns: neither waits for the end of the other.
    expect(log.lastIndexOf('first')).toBeGreaterThan(40);
    expect(log.lastIndexOf('second')).toBeGreaterThan(40);
  });
});
