import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTimeZone, nextDigest } from './next-digest.js';

const DAY_MS = 86_400_000;
/** With changes of the clock of an hour, of half an hour, at midnight, and none; and one that left out a day. */
const zones = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Cairo',
  'Asia/Kolkata',
  'UTC',
  'Pacific/Apia',
];
const shown = (instant: Date, timeZone: string) => {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant);
  const [day = '', time = ''] = parts.split(' ');
  return { day, time };
};

test('a digest is at the time of day of the person, also where the clock changes', () => {
  const at = (now: string, timeZone: string, time: string, last: string | null = null) =>
    nextDigest({ timeZone, at: time }, new Date(now), last === null ? null : new Date(last)).toISOString();
  expect(at('2026-03-28T07:00:00Z', 'Europe/Berlin', '08:00')).toBe('2026-03-29T06:00:00.000Z');
  expect(at('2026-10-24T06:00:00Z', 'Europe/Berlin', '08:00')).toBe('2026-10-25T07:00:00.000Z');
  // There is no 02:30 on this day, and there are two in October.
  expect(at('2026-03-29T00:00:00Z', 'Europe/Berlin', '02:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(at('2026-10-24T23:00:00Z', 'Europe/Berlin', '02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(at('2026-06-01T08:00:00Z', 'UTC', '08:00')).toBe('2026-06-02T08:00:00.000Z');
  // After one on this day there is none at a later time that was chosen since.
  expect(at('2026-06-01T08:01:00Z', 'UTC', '09:00', '2026-06-01T08:00:05Z')).toBe('2026-06-02T09:00:00.000Z');
});

test('there is one digest a day at most, within two days, and at the time that was chosen', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2011-12-25'), max: new Date('2030-01-01'), noInvalidDate: true }),
      fc.option(fc.nat(3 * DAY_MS), { nil: null }),
      fc.nat(23),
      fc.nat(59),
      (timeZone, now, sinceLast, hour, minute) => {
        const at = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
        const last = sinceLast === null ? null : new Date(now.getTime() - sinceLast);
        const next = nextDigest({ timeZone, at }, now, last);
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(3 * DAY_MS);
        const { day, time } = shown(next, timeZone);
        if (last !== null) expect(day > shown(last, timeZone).day).toBe(true);
        const isGap = shown(new Date(next.getTime() - 2 * 3_600_000), timeZone).day !== day || time !== at;
        if (!isGap) expect(time).toBe(at);
      },
    ),
    { numRuns: 500 },
  );
});

test('a time zone is one that the rules are known of', () => {
  expect(['Europe/Berlin', 'UTC', 'Asia/Kolkata'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['Europe/Nowhere', 'x', ''].map(isTimeZone)).toEqual([false, false, false]);
});
