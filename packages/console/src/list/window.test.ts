import { expect, test } from 'vitest';
import {
  lastOffset,
  type Measures,
  offsetAfter,
  offsetShowing,
  pagesOf,
  scrollHeight,
  scrollTopOf,
  windowAt,
} from './window.js';

const small: Measures = { count: 100, rowHeight: 36, viewport: 720 };
const huge: Measures = { count: 10_000_000, rowHeight: 36, viewport: 720 };

test('a short list scrolls as it is', () => {
  expect(scrollHeight(small)).toBe(3600);
  expect(offsetAfter(0, 0, 100, small)).toBe(100);
  expect(windowAt(360, 360, small)).toEqual({ from: 4, to: 36, first: 10, last: 30, height: 3600, top: 144 });
});

test('ten million rows have a scroll bar that browsers can draw, and every row is reached', () => {
  expect(scrollHeight(huge)).toBe(8_000_000);
  const room = scrollHeight(huge) - huge.viewport;
  expect(offsetAfter(0, 0, room, huge)).toBe(lastOffset(huge));
  expect(windowAt(lastOffset(huge), room, huge).to).toBe(huge.count);
  // A turn of the wheel moves by as many pixels as in a short list.
  const middle = offsetAfter(0, 0, room / 2, huge);
  expect(offsetAfter(middle, room / 2, room / 2 + 100, huge)).toBeCloseTo(middle + 100);
  expect(scrollTopOf(middle, huge)).toBeCloseTo(room / 2);
});

test('a row is shown by the shortest way', () => {
  expect(offsetShowing(0, 360, small)).toBe(0);
  expect(offsetShowing(12, 360, small)).toBe(360);
  expect(offsetShowing(99, 0, small)).toBe(lastOffset(small));
});

test('the pages of a window, and the next one on the way', () => {
  expect(pagesOf({ from: 0, to: 40 }, 1000, 100, true)).toEqual([1, 2]);
  expect(pagesOf({ from: 190, to: 230 }, 1000, 100, false)).toEqual([2, 3, 1]);
  expect(pagesOf({ from: 960, to: 1000 }, 1000, 100, true)).toEqual([10]);
  expect(pagesOf({ from: 0, to: 0 }, 0, 100, true)).toEqual([1]);
});
