import { expect, test } from 'vitest';
import { calendarDay, daysFrom, figure, relativeTime } from './instants.js';

const now = new Date(2026, 2, 24, 12, 0);

test.each([
  [new Date(2026, 2, 24, 11, 58), 'en', '2 min ago'],
  [new Date(2026, 2, 24, 15, 0), 'en', 'in 3 hr'],
  [new Date(2026, 2, 23, 4, 0), 'en', 'yesterday'],
  [new Date(2026, 2, 25, 20, 0), 'de', 'morgen'],
  [new Date(2026, 2, 12, 9, 0), 'en', '12 Mar'],
  [new Date(2025, 2, 12, 9, 0), 'en', '12 Mar 2025'],
] as const)('%s in %s is %s', (instant, locale, text) => {
  expect(relativeTime(instant, now, locale).replace('.', '')).toMatch(new RegExp(`^${text}s?$`));
});

test('days are counted by the calendar, not by 24 hours', () => {
  expect(daysFrom(new Date(2026, 2, 23, 23, 59), now)).toBe(-1);
  expect(daysFrom(new Date(2026, 2, 25, 0, 1), now)).toBe(1);
});

test('a day of the calendar has no zone', () => {
  expect(calendarDay('2026-03-27', 'en')).toBe('27 Mar 2026');
  expect(calendarDay('2026-03-27', 'de')).toBe('27. März 2026');
});

test('figures follow the language', () => {
  expect(figure(10750, 'en', { minimumFractionDigits: 2 })).toBe('10,750.00');
  expect(figure(10750, 'de', { minimumFractionDigits: 2 })).toBe('10.750,00');
});
