import { describe, expect, test } from 'vitest';
import { ExpressionError } from '../expression/values/errors.js';
import { nextCron, parseCron } from './cron.js';
import { firstDue, nextDue } from './due.js';

// A Sunday.
const NOW = Date.parse('2026-03-01T12:00:00.500Z');

const firings = (text: string, count: number, from = NOW): string[] => {
  const cron = parseCron(text);
  const times: string[] = [];
  for (let at = from; times.length < count; ) {
    at = nextCron(cron, at, text);
    times.push(new Date(at).toISOString().replace(':00.000Z', ''));
  }
  return times;
};

describe('[EV-15] cron', () => {
  test.each([
    ['0 0 9-10 * * MON-FRI', ['2026-03-02T09:00', '2026-03-02T10:00', '2026-03-03T09:00']],
    ['0 */20 12 * * *', ['2026-03-01T12:20', '2026-03-01T12:40', '2026-03-02T12:00']],
    ['0 15/30 * ? * SUN', ['2026-03-01T12:15', '2026-03-01T12:45', '2026-03-01T13:15']],
    ['0 0 0 L * *', ['2026-03-31T00:00', '2026-04-30T00:00', '2026-05-31T00:00']],
    ['0 0 0 L-2 2 *', ['2027-02-26T00:00', '2028-02-27T00:00']],
    ['0 0 0 15W * *', ['2026-03-16T00:00', '2026-04-15T00:00', '2026-05-15T00:00', '2026-06-15T00:00']],
    ['0 0 0 1W * *', ['2026-03-02T00:00', '2026-04-01T00:00', '2026-05-01T00:00', '2026-06-01T00:00']],
    ['0 0 0 1W 8 *', ['2026-08-03T00:00']],
    ['0 0 0 LW * *', ['2026-03-31T00:00', '2026-04-30T00:00', '2026-05-29T00:00']],
    ['0 0 0 ? * 5L', ['2026-03-27T00:00', '2026-04-24T00:00']],
    ['0 0 0 ? * MON#2', ['2026-03-09T00:00', '2026-04-13T00:00']],
    ['0 0 0 ? * 7', ['2026-03-08T00:00']],
    ['0 0 0 ? * SAT-SUN', ['2026-03-07T00:00', '2026-03-08T00:00']],
    ['0 0 0 13 * fri', ['2026-03-13T00:00', '2026-11-13T00:00']],
    ['0 0 0 29 FEB MON', ['2044-02-29T00:00']],
    ['0 0 0 1,15 jan,Jul *', ['2026-07-01T00:00', '2026-07-15T00:00', '2027-01-01T00:00']],
    ['@daily', ['2026-03-02T00:00', '2026-03-03T00:00']],
    ['@hourly', ['2026-03-01T13:00']],
    ['@weekly', ['2026-03-08T00:00']],
    ['@monthly', ['2026-04-01T00:00']],
    ['@yearly', ['2027-01-01T00:00']],
  ])('%s', (text, expected) => {
    expect(firings(text, expected.length)).toEqual(expected);
  });

  test('seconds', () => {
    expect(nextCron(parseCron('*/10 * * * * *'), NOW, '')).toBe(Date.parse('2026-03-01T12:00:10Z'));
    expect(nextCron(parseCron('0 0 12 * * *'), Date.parse('2026-03-01T12:00:00Z'), '')).toBe(
      Date.parse('2026-03-02T12:00:00Z'),
    );
  });

  test.each([
    '* * * * *',
    '60 * * * * *',
    '0 0 24 * * *',
    '0 0 0 0 * *',
    '0 0 0 * 13 *',
    '0 0 0 * * 8',
    '0 0 0 5-1 * *',
    '@reboot',
    '0 0/0 * * * *',
    '0 0 0 * * MON#6',
    'soon',
    '',
    '0 1--2 * * * *',
  ])('refuses %j', (text) => {
    expect(() => parseCron(text)).toThrow(ExpressionError);
  });

  test('a day that never comes is refused', () => {
    expect(() => firstDue('cycle', '0 0 0 30 2 *', NOW)).toThrow(/never fires/);
  });

  test('a timer keeps the expression for its next firing, and combines missed ones', () => {
    const first = firstDue('cycle', ' 0 0 * * * * ', NOW);
    expect(first).toEqual({ due: Date.parse('2026-03-01T13:00:00Z'), left: -1, every: '0 0 * * * *' });
    expect(nextDue(first, Date.parse('2026-03-01T15:30:00Z'), new Map())?.due).toBe(Date.parse('2026-03-01T16:00:00Z'));
  });
});

test('[EV-16] a negative duration is due at once; each part may have its own sign', () => {
  expect(firstDue('duration', '-PT5M', NOW).due).toBe(NOW - 300_000);
  expect(firstDue('duration', 'PT-5M', NOW).due).toBe(NOW - 300_000);
  expect(firstDue('duration', 'P1DT-1H', NOW).due).toBe(NOW + 23 * 3_600_000);
  expect(firstDue('duration', 'PT-1.5S', NOW).due).toBe(NOW - 1500);
  for (const text of ['R3/-PT1S', 'R3/P1M-31D', 'R3/P1MT-800H', 'R3/PT0S'])
    expect(() => firstDue('cycle', text, NOW)).toThrow(ExpressionError);
});
