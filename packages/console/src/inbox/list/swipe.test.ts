import { expect, test } from 'vitest';
import { swipeOf } from './swipe.js';

test('a finger that goes down, or hardly moves, scrolls the list', () => {
  expect(swipeOf(8, 0, 390, false)).toBeUndefined();
  expect(swipeOf(40, 60, 390, false)).toBeUndefined();
});

test('forwards approves and back rejects, in the direction of reading', () => {
  expect(swipeOf(60, 5, 390, false)).toEqual({ shift: 60, side: 'approve', isEnough: false });
  expect(swipeOf(-60, 5, 390, false)?.side).toBe('reject');
  expect(swipeOf(-60, 5, 390, true)).toMatchObject({ shift: 60, side: 'approve' });
});

test('a third of the row and more decides', () => {
  expect(swipeOf(-140, 5, 390, false)?.isEnough).toBe(true);
});
