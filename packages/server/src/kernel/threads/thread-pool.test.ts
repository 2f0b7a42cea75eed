import { afterEach, describe, expect, it } from 'vitest';
import { ThreadLimitReached, ThreadPool, type ThreadPoolOptions } from './thread-pool.js';

interface Job {
  readonly kind: 'echo' | 'fail' | 'spin' | 'grow' | 'exit' | 'wait';
  readonly text?: string;
  readonly gate?: SharedArrayBuffer;
}

const open: ThreadPool<Job, string>[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

function createPool(options: Partial<ThreadPoolOptions> = {}): ThreadPool<Job, string> {
  const pool = new ThreadPool<Job, string>({
    module: new URL('./testing/pool-thread.mjs', import.meta.url),
    threads: 2,
    timeLimitMs: 60_000,
    maximumMemoryMb: 32,
    longestQueue: 10,
    idleMs: 60_000,
    ...options,
  });
  open.push(pool);
  return pool;
}

const light = { heavy: false };
const heavy = { heavy: true };
const echo = (text: string): Job => ({ kind: 'echo', text });
const threadOf = (answer: string): string => answer.split(' ')[1] ?? '';

/** A job that waits until it is released. */
function gated(text: string): { readonly job: Job; release(): void } {
  const gate = new SharedArrayBuffer(4);
  const flag = new Int32Array(gate);
  return {
    job: { kind: 'wait', text, gate },
    release() {
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    },
  };
}

describe('jobs', () => {
  it('are answered, one after the other by the same thread', async () => {
    const pool = createPool();
    const first = await pool.run(echo('a'), light);
    expect(first).toMatch(/^a \d+$/);
    expect(await pool.run(echo('b'), heavy)).toBe(`b ${threadOf(first)}`);
  });

  it('fail with their error, and the thread goes on', async () => {
    const pool = createPool();
    const thread = threadOf(await pool.run(echo('a'), light));
    await expect(pool.run({ kind: 'fail', text: 'no' }, light)).rejects.toThrow(new TypeError('no'));
    expect(threadOf(await pool.run(echo('b'), light))).toBe(thread);
  });

  it('that are heavy run one at a time, and light ones do not wait for them', async () => {
    const pool = createPool();
    const first = gated('first');
    const second = gated('second');
    const order: string[] = [];
    const noted = (answer: Promise<string>) => answer.then((text) => order.push(text.split(' ')[0] ?? ''));
    const both = [noted(pool.run(first.job, heavy)), noted(pool.run(second.job, heavy))];
    second.release();
    await noted(pool.run(echo('light'), light));
    expect(order).toEqual(['light']);
    first.release();
    await Promise.all(both);
    expect(order).toEqual(['light', 'first', 'second']);
  });
});

describe('limits', () => {
  const limit = (kind: string) => expect.objectContaining({ name: 'ThreadLimitReached', limit: kind });

  it('end a job that takes too long, and the next one has a new thread', async () => {
    const pool = createPool({ threads: 1, timeLimitMs: 300 });
    await expect(pool.run({ kind: 'spin' }, light)).rejects.toEqual(limit('time'));
    await expect(pool.run({ kind: 'spin' }, light)).rejects.toBeInstanceOf(ThreadLimitReached);
  });

  it('end a job that takes too much memory, but not the process', async () => {
    const pool = createPool();
    await expect(pool.run({ kind: 'grow' }, light)).rejects.toEqual(limit('memory'));
    expect(await pool.run(echo('after'), light)).toMatch(/^after/);
  });

  it('refuse a job when too many wait', async () => {
    const pool = createPool({ threads: 1, longestQueue: 1 });
    const first = gated('first');
    const running = pool.run(first.job, light);
    const waiting = pool.run(echo('second'), light);
    await expect(pool.run(echo('third'), light)).rejects.toEqual(limit('queue'));
    first.release();
    expect(await Promise.all([running, waiting])).toEqual([
      expect.stringMatching(/^first/),
      expect.stringMatching(/^second/),
    ]);
  });
});

describe('threads', () => {
  it('that end by themselves fail their job alone', async () => {
    const pool = createPool();
    await expect(pool.run({ kind: 'exit' }, light)).rejects.toThrow('a thread ended in the middle of a job');
    expect(await pool.run(echo('after'), light)).toMatch(/^after/);
  });

  it('end with the pool, and so do jobs that run or wait', async () => {
    const pool = createPool({ threads: 1 });
    const jobs = [pool.run({ kind: 'spin' }, light), pool.run(echo('waits'), light)];
    const failed = Promise.allSettled(jobs);
    await pool.close();
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(pool.run(echo('late'), light)).rejects.toThrow('closed');
  });
});
