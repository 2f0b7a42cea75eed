import { expect, it } from 'vitest';
import { texts } from '../messages/en.gen.js';
import { dueText, urgencyOf } from './due.js';

const now = new Date(2026, 2, 25, 12, 0);
const at = (day: number, hour: number) => new Date(2026, 2, day, hour, 0);
const said = (due: Date) => `${urgencyOf(due, now)}: ${dueText(due, now, texts, 'en')}`;

it('says how near a due date is', () => {
  expect(said(at(23, 9))).toBe('overdue: overdue 2 d');
  expect(said(at(25, 9))).toBe('overdue: overdue 3 h');
  expect(said(at(25, 17))).toBe('soon: due today');
  expect(said(at(26, 9))).toBe('soon: due tomorrow');
  expect(said(at(26, 17))).toBe('later: due tomorrow');
  expect(said(at(28, 9))).toBe('later: due Sat');
  expect(said(new Date(2026, 3, 2))).toBe('later: due 2 Apr');
  expect(said(new Date(2027, 0, 2))).toBe('later: due 2 Jan 2027');
});
