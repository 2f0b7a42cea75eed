import { expect, test } from 'vitest';
import { type Calendar, weeksOf } from './model.js';

const calendar = {
  week: [
    ...(['MON', 'TUE', 'WED', 'THU', 'FRI'] as const).map((day) => ({ day, open: ['09:00-17:00'] })),
    ...(['SAT', 'SUN'] as const).map((day) => ({ day, open: [] })),
  ],
  exceptions: [
    { date: '2026-04-03', open: [], name: 'Karfreitag' },
    { date: '2026-04-04', open: ['09:00-12:00'], name: '' },
  ],
} as unknown as Calendar;

test('a month is laid out in weeks from Monday, with its exceptions', () => {
  const weeks = weeksOf(calendar, 2026, 3);
  expect(weeks.map((week) => week.map((day) => day?.number ?? 0))).toEqual([
    [0, 0, 1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10, 11, 12],
    [13, 14, 15, 16, 17, 18, 19],
    [20, 21, 22, 23, 24, 25, 26],
    [27, 28, 29, 30, 0, 0, 0],
  ]);
  expect(weeks[0]?.slice(3).map((day) => [day?.kind, day?.name])).toEqual([
    ['open', ''],
    ['holiday', 'Karfreitag'],
    ['other', ''],
    ['closed', ''],
  ]);
});

test('February of a leap year has 29 days', () => {
  expect(weeksOf(calendar, 2028, 1).flat().filter(Boolean)).toHaveLength(29);
});
