import { expect, test } from 'vitest';
import { differencesOf } from './differences.js';

test.each<[unknown, unknown, readonly string[]]>([
  [1, 1, []],
  [0, -0, []],
  [{ a: 1, b: [1, null] }, { b: [1, null], a: 1 }, []],
  ['a', 'b', ['the result is "b", expected "a"']],
  [null, 0, ['the result is 0, expected null']],
  [{ a: { b: 1 } }, { a: { b: 2 } }, ['a.b is 2, expected 1']],
  [{ a: 1 }, { b: 1 }, ['a is missing, expected 1', 'b is 1, expected nothing']],
  [[1, 2], [1], ['[2] is missing, expected 2']],
  [[], ['x'], ['[1] is "x", expected nothing']],
  [[1], { 0: 1 }, ['the result is {"0":1}, expected [1]']],
])('%j against %j', (expected, actual, differences) => {
  expect(differencesOf(expected, actual)).toEqual(differences);
});

test('are at most five', () => {
  const found = differencesOf([1, 2, 3, 4, 5, 6, 7], [0, 0, 0, 0, 0, 0, 0]);
  expect(found).toHaveLength(6);
  expect(found[5]).toBe('2 more differences');
});
