import { describe, expect, it } from 'vitest';
import { instantOf, timeAfter } from './durations.js';

const now = Date.parse('2026-01-31T09:00:00Z');
const after = (text: string) => new Date(timeAfter(now, text)).toISOString();

describe('durations of scenarios', () => {
  it.each([
    ['3 days', '2026-02-03T09:00:00.000Z'],
    ['1 day', '2026-02-01T09:00:00.000Z'],
    ['1 hour 30 minutes', '2026-01-31T10:30:00.000Z'],
    ['30 minutes and 1 hour', '2026-01-31T10:30:00.000Z'],
    ['2 weeks, 1 second', '2026-02-14T09:00:01.000Z'],
    ['1 month', '2026-02-28T09:00:00.000Z'],
    ['PT90M', '2026-01-31T10:30:00.000Z'],
    ['P1DT2H', '2026-02-01T11:00:00.000Z'],
    ['0 seconds', '2026-01-31T09:00:00.000Z'],
  ])('%s', (text, expected) => expect(after(text)).toBe(expected));

  it.each(['', 'soon', '3', '3 dayss', '1 day 2 days', '-3 days', '-P1D', 'days 3'])('not %s', (text) =>
    expect(() => after(text)).toThrow(/is not a duration; write 3 days/),
  );

  it('reads dates and times with their zone', () => {
    expect(instantOf('2026-01-31T10:00:00+01:00')).toBe(now);
    expect(instantOf('2026-01-31')).toBe(Date.parse('2026-01-31T00:00:00Z'));
    for (const text of ['2026-01-31T09:00:00', 'tomorrow', '2026-13-01']) expect(() => instantOf(text)).toThrow();
  });
});
