import { expect, test } from 'vitest';
import { compileExpression } from '../expression/compile-expression.js';
import { ExpressionError } from '../expression/values/errors.js';
import { office, officeData } from '../testing/office.js';
import { firstDue, nextDue } from '../time/due.js';
import { parseWorkingDuration } from '../time/iso-8601.js';
import { WorkingCalendar } from './working-calendar.js';

/** Local time of Berlin as an instant and back, for the years of the test. */
const at = (text: string): number => office.instantOfLocal(Date.parse(`${text}Z`));
const local = (instant: number): string =>
  new Date(instant + office.offsetAt(instant) * 1000).toISOString().slice(0, 16);
const add = (from: string, duration: string): string => local(office.add(at(from), parseWorkingDuration(duration)));

test.each([
  ['off-hours are not counted', '2026-03-12T16:30', 'PT1H', '2026-03-13T09:30'],
  ['lunch is not counted', '2026-03-12T11:30', 'PT1H', '2026-03-12T13:30'],
  ['P1D is one working day, not 24 working hours', '2026-03-12T10:00', 'P1D', '2026-03-13T10:00'],
  ['PT16H is sixteen working hours', '2026-03-12T10:00', 'PT16H', '2026-03-16T12:00'],
  ['before opening counts from the opening', '2026-03-12T06:00', 'PT2H', '2026-03-12T11:00'],
  ['before opening, a day counts from the opening', '2026-03-12T06:00', 'P1D', '2026-03-13T09:00'],
  ['created at night', '2026-03-12T23:30', 'P1D', '2026-03-16T09:00'],
  ['created at the weekend', '2026-03-14T12:00', 'P2D', '2026-03-18T09:00'],
  ['a holiday is no working day', '2026-04-02T10:00', 'P1D', '2026-04-07T10:00'],
  ['due at closing, not at the next opening', '2026-03-12T10:00', 'PT6H', '2026-03-12T17:00'],
  ['the clock is set forward at the weekend', '2026-03-27T16:00', 'P1D', '2026-03-30T16:00'],
  ['the clock is set back at the weekend', '2026-10-23T16:00', 'PT2H', '2026-10-26T10:00'],
  ['a month keeps the day, or is due at the next opening', '2026-01-14T10:00', 'P1M', '2026-02-16T09:00'],
  ['a week is a week of the calendar', '2026-03-26T10:00', 'P1W', '2026-04-02T10:00'],
  ['a week that ends on a holiday is due at the next opening', '2026-03-27T10:00', 'P1W', '2026-04-07T09:00'],
  ['nothing is the next opening', '2026-03-14T12:00', 'PT0S', '2026-03-16T09:00'],
  ['days and hours', '2026-03-12T16:00', 'P1DT2H', '2026-03-16T10:00'],
  ['two working days before', '2026-03-16T10:00', '-P2D', '2026-03-12T10:00'],
  ['hours before', '2026-03-16T10:00', '-PT2H', '2026-03-13T16:00'],
])('[EV-17] %s: %s + %s', (_, from, duration, expected) => {
  expect(add(from, duration)).toBe(expected);
});

test('[EV-17] a day that closes earlier is due when it closes', () => {
  const short = {
    ...officeData,
    exceptions: [{ date: '2026-12-24', open: [[540, 720]] as const, name: 'half a day' }],
  };
  const due = new WorkingCalendar(short).add(at('2026-12-23T16:00'), parseWorkingDuration('P1D'));
  expect(local(due)).toBe('2026-12-24T12:00');
});

test('[EV-17] hours that the clock skips do not exist, and hours that it shows twice count twice', () => {
  const night = new WorkingCalendar({ ...officeData, exceptions: [], week: Array(7).fill([[60, 240]]) });
  const hours = (from: string, to: string) => night.between(Date.parse(from), Date.parse(to)) / 3_600_000;
  expect(hours('2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toBe(2);
  expect(hours('2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toBe(4);
  expect(hours('2026-10-26T12:00:00Z', '2026-10-25T12:00:00Z')).toBe(-3);
});

test('[EV-17] says whether it is open, when it opens and when it closes', () => {
  const night = new WorkingCalendar({ ...officeData, exceptions: [], week: Array(7).fill([[0, 1440]]) });
  expect(night.closing(at('2026-03-12T10:00'))).toBe(at('2028-01-01T00:00'));
  expect([office.isOpen(at('2026-03-12T12:00')), office.isOpen(at('2026-03-12T13:00'))]).toEqual([false, true]);
  expect(local(office.opening(at('2026-03-13T17:00')))).toBe('2026-03-16T09:00');
  expect(local(office.closing(at('2026-03-12T09:00')) ?? 0)).toBe('2026-03-12T12:00');
  expect(office.closing(at('2026-03-12T12:00'))).toBeNull();
});

test('[EV-18] says how far it reaches', () => {
  const far = () => office.add(at('2027-12-30T10:00'), parseWorkingDuration('P5D'));
  expect(far).toThrow(ExpressionError);
  expect(far).toThrow(/covers 2025-01-01 until 2028-01-01/);
  expect(() => office.add(at('2027-12-30T10:00'), parseWorkingDuration('PT800H'))).toThrow(ExpressionError);
  expect(() => office.add(at('2025-01-02T10:00'), parseWorkingDuration('-PT80H'))).toThrow(ExpressionError);
  expect(() => office.between(0, 1)).toThrow(ExpressionError);
});

test('[EV-17] cycles: intervals skip what an outage missed, cron is on the clock of the calendar', () => {
  const calendars = new Map([['office', office]]);
  const timer = { key: 'office', calendars };
  const first = firstDue('cycle', 'R5/PT3H', at('2026-03-12T16:00'), timer);
  expect(first).toEqual({ due: at('2026-03-13T11:00'), left: 4, every: 'PT3H', calendar: 'office' });
  const second = nextDue(first, at('2026-03-13T11:00'), calendars);
  expect(second).toEqual({ due: at('2026-03-13T15:00'), left: 3, every: 'PT3H', calendar: 'office' });
  // 11, 15, 10, 14, 17: the first after the outage.
  expect(nextDue(first, at('2026-03-16T15:00'), calendars)?.due).toBe(at('2026-03-16T17:00'));
  const daily = firstDue('cycle', '0 30 8 * * *', at('2026-03-27T12:00'), timer);
  expect(local(daily.due)).toBe('2026-03-30T09:00');
  const noon = firstDue('cycle', '0 0 10 * * *', at('2026-03-27T12:00'), timer);
  expect(local(noon.due)).toBe('2026-03-30T09:00');
  expect(local(nextDue(noon, noon.due, calendars)?.due ?? 0)).toBe('2026-03-30T10:00');
  expect(local(firstDue('cycle', 'R2/2026-03-14T10:00/P1D', at('2026-03-01T10:00'), timer).due)).toBe(
    '2026-03-16T09:00',
  );
  expect(local(firstDue('date', '2026-03-12T10:00', 0, timer).due)).toBe('2026-03-12T10:00');
  expect(firstDue('date', '2026-03-12T10:00:00Z', 0, timer).due).toBe(Date.parse('2026-03-12T10:00:00Z'));
});

test('[FEEL-16] working time and working duration', () => {
  const scope = { get: () => undefined, has: () => false, names: () => [], calendars: new Map([['office', office]]) };
  const value = (text: string) => compileExpression(text).evaluate(scope, new Date(0));
  expect(value('working time(date and time("2026-03-12T16:30:00"), "PT1H", "office")')).toBe(
    '2026-03-13T09:30:00+01:00',
  );
  expect(value('working time(date and time("2026-03-27T15:00:00Z"), "P1D", "office")')).toBe(
    '2026-03-30T16:00:00+02:00',
  );
  expect(value('working time(from: date("2026-03-12"), duration: duration("PT48H"), calendar: "office")')).toBe(
    '2026-03-16T09:00:00+01:00',
  );
  expect(value('working duration(date("2026-03-12"), date("2026-03-14"), "office")')).toBe('PT14H');
  expect(value('working time(now(), "PT1H", "offce")')).toBeNull();
  const wrong = compileExpression('working time(date("2026-03-12"), "soon", "office")');
  expect(wrong.explain(scope, new Date(0))[0]).toContain('"soon" is not an ISO 8601 duration');
});
