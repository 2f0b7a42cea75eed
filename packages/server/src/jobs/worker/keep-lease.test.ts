import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Queryable } from '../../postgres/database.js';
import { quietLog } from '../../testing/quiet-log.js';
import { keepLease } from './keep-lease.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks once at a time while the row of the job is locked', async () => {
  let asked = 0;
  let answer: (rows: readonly object[]) => void = () => undefined;
  const db = (() => {
    asked += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  }) as unknown as Queryable;
  const lease = { id: 'job', subProjectId: 'sub-project', fence: 1 };
  const end = keepLease(db, lease, 300, quietLog);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toBe(1);
  answer([{ due_ts: new Date() }]);
  await vi.advanceTimersByTimeAsync(150);
  expect(asked).toBe(2);
  end();
});
