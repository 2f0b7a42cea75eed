import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InFlight } from './in-flight.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Begins requests of a sub-project until there is no room, for some seconds. @returns how to end each of them */
const fill = (inFlight: InFlight, subProjectId: string, seconds: number) => {
  const ends: (() => void)[] = [];
  for (let second = 0; second < seconds; second += 1) {
    for (let end = inFlight.enter(subProjectId, () => undefined); end !== undefined; ) {
      ends.push(end);
      end = inFlight.enter(subProjectId, () => undefined);
    }
    vi.advanceTimersByTime(1000);
  }
  return ends;
};

test('20 subscriptions of a sub-project with 100 slow requests each leave the other sub-projects room', () => {
  const inFlight = new InFlight();
  const slow = fill(inFlight, 'slow', 30);
  expect(slow.length).toBeLessThanOrEqual(600);
  expect(slow.length).toBeGreaterThanOrEqual(500);
  expect(inFlight.enter('slow', () => undefined)).toBeUndefined();
  // Another one is not refused, and gets all turns of fast requests.
  const other = Array.from({ length: 100 }, () => inFlight.enter('other', () => undefined));
  expect(other.every((end) => end !== undefined)).toBe(true);
});

test('who waits is called when a slow request of its sub-project has ended', () => {
  const inFlight = new InFlight();
  const [first] = fill(inFlight, 'slow', 6);
  const wake = vi.fn();
  expect(inFlight.enter('slow', wake)).toBeUndefined();
  first?.();
  expect(wake).toHaveBeenCalledOnce();
  expect(inFlight.enter('slow', wake)).toBeDefined();
});

test('the slow requests of all sub-projects together are bounded too', () => {
  const inFlight = new InFlight();
  for (const subProjectId of ['a', 'b', 'c', 'd', 'e']) fill(inFlight, subProjectId, 10);
  expect(inFlight.enter('f', () => undefined)).toBeUndefined();
});
