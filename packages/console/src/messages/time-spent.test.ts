import { expect, test } from 'vitest';
import { hoursAndMinutes, spokenDuration, timeSpent } from './time-spent.js';

test('spans are said in their largest unit, working time in hours and minutes', () => {
  expect([30, 2100, 207_360].map((seconds) => timeSpent(seconds, 'de'))).toEqual(['30 Sek.', '35 Min.', '2,4 Tg.']);
  expect([0, 59, 60, 870].map((minutes) => hoursAndMinutes(minutes, 'de'))).toEqual([
    '0 Min.',
    '59 Min.',
    '1 Std.',
    '14 Std. 30 Min.',
  ]);
});

test('durations are said in words, and others stay as they are', () => {
  expect(spokenDuration('P2D', 'en')).toBe('2 days');
  expect(spokenDuration('P1DT4H', 'de')).toBe('1 Tag 4 Stunden');
  expect(spokenDuration('PT0.5S', 'en')).toBe('0.5 seconds');
  expect(spokenDuration('-P1D', 'en')).toBe('-P1D');
});
