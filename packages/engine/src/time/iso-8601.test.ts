import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../expression/values/errors.js';
import { addDuration, parseCycle, parseDateTime, parseDuration } from './iso-8601.js';

const at = (text: string) => Date.parse(text);

describe('durations', () => {
  it.each([
    ['PT2S', 0, 2_000],
    ['PT0.5S', 0, 500],
    ['PT1.2345S', 0, 1_234],
    ['PT1M', 0, 60_000],
    ['P1M', 1, 0],
    ['P1Y2M', 14, 0],
    ['P1DT2H', 0, 93_600_000],
    ['P2W', 0, 1_209_600_000],
    ['P1Y2M3DT4H5M6S', 14, 273_906_000],
    ['-PT5M', 0, -300_000],
    ['PT0S', 0, 0],
    ['-PT0S', 0, 0],
  ])('[ISO 8601] %s is %i months and %i ms', (text, months, milliseconds) => {
    expect(parseDuration(text)).toStrictEqual({ months, milliseconds });
  });

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    '1H',
    'PT1',
    'P1H',
    'PT1D',
    'PT1S2M',
    'P1.5D',
    'PT--1S',
    'P99999999999Y',
    `PT${'9'.repeat(30)}S`,
  ])('[ISO 8601] refuses %j', (text) => {
    expect(() => parseDuration(text)).toThrow(ExpressionError);
  });

  it.each([
    ['2026-01-31T10:00:00Z', 'P1M', '2026-02-28T10:00:00Z'],
    ['2028-01-31T10:00:00Z', 'P1M', '2028-02-29T10:00:00Z'],
    ['2028-02-29T00:00:00Z', 'P1Y', '2029-02-28T00:00:00Z'],
    ['2026-12-15T23:59:59Z', 'P1M', '2027-01-15T23:59:59Z'],
    ['2026-03-31T00:00:00Z', '-P1M', '2026-02-28T00:00:00Z'],
    ['2026-01-31T00:00:00Z', 'P1M1DT1S', '2026-03-01T00:00:01Z'],
    ['0050-01-31T00:00:00Z', 'P1M', '0050-02-28T00:00:00Z'],
  ])('[ISO 8601] %s + %s is %s', (from, duration, to) => {
    expect(addDuration(at(from), parseDuration(duration))).toBe(at(to));
  });

  it('[ISO 8601] counting several intervals keeps the day of the month', () => {
    const month = parseDuration('P1M');
    expect(addDuration(at('2026-01-31T00:00:00Z'), month, 2)).toBe(at('2026-03-31T00:00:00Z'));
  });

  it('[ISO 8601] never leads outside the range of dates', () => {
    expect(() => addDuration(8.64e15, parseDuration('PT1S'))).toThrow(ExpressionError);
    expect(() => addDuration(0, parseDuration('P274000Y'))).toThrow(ExpressionError);
  });
});

describe('date-times', () => {
  it.each([
    ['2026-01-01T09:00:00Z', '2026-01-01T09:00:00.000Z'],
    ['2026-01-01T09:00:00+02:00', '2026-01-01T07:00:00.000Z'],
    ['2026-01-01T09:00:00.123456-05:30', '2026-01-01T14:30:00.123Z'],
    ['2026-01-01T09:00', '2026-01-01T09:00:00.000Z'],
    ['2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['2019-10-02T08:09:40+02:00[Europe/Berlin]', '2019-10-02T06:09:40.000Z'],
  ])('[ISO 8601] %s is %s', (text, expected) => {
    expect(new Date(parseDateTime(text)).toISOString()).toBe(expected);
  });

  it.each([
    '',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-01T24:00:00Z',
    '2026-01-01T09:60:00Z',
    'tomorrow',
    '2026-01-01T09:00:00[Europe/Berlin]',
    '2026-1-1',
    '20260101',
  ])('[ISO 8601] refuses %j', (text) => {
    expect(() => parseDateTime(text)).toThrow(ExpressionError);
  });

  it('[ISO 8601] reads back every instant', () => {
    const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(fc.property(instant, (date) => parseDateTime(date.toISOString()) === date.getTime()));
  });
});

describe('cycles', () => {
  it.each([
    ['R3/PT10S', { repetitions: 3, start: null, interval: { months: 0, milliseconds: 10_000 } }],
    ['R/PT1H', { repetitions: null, start: null, interval: { months: 0, milliseconds: 3_600_000 } }],
    [
      'R5/2026-01-01T00:00:00Z/P1M',
      { repetitions: 5, start: at('2026-01-01T00:00:00Z'), interval: { months: 1, milliseconds: 0 } },
    ],
  ])('[ISO 8601] %s', (text, expected) => {
    expect(parseCycle(text)).toStrictEqual(expected);
  });

  it.each([
    '',
    'R',
    'R3',
    'PT10S',
    'R0/PT1S',
    'R-1/PT1S',
    'R/PT0S',
    'R/-PT1S',
    'R/PT1H/2026-01-01T00:00:00Z',
    'R1/a/b/c',
    '0 0 9 * * *',
  ])('[ISO 8601] refuses %j', (text) => {
    expect(() => parseCycle(text)).toThrow(ExpressionError);
  });
});
