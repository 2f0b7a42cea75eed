import { expect, test } from 'vitest';
import { filterOf, isSelected, nothingSelected, sizeOf, withRows } from './selection.js';

test('rows are selected and taken out', () => {
  const two = withRows(nothingSelected, ['a', 'b'], true);
  expect([sizeOf(two, 9), isSelected(two, 'a'), isSelected(two, 'c')]).toEqual([2, true, false]);
  expect(filterOf(withRows(two, ['a'], false), { state: 'INIT' })).toEqual({ id: { in: ['b'] } });
});

test('all that match, but some', () => {
  const all = withRows({ kind: 'all', without: new Set() }, ['a'], false);
  expect([sizeOf(all, 9), isSelected(all, 'a'), isSelected(all, 'b')]).toEqual([8, false, true]);
  expect(filterOf(all, { state: 'INIT' })).toEqual({ and: [{ state: 'INIT' }, { id: { nin: ['a'] } }] });
  expect(filterOf(withRows(all, ['a'], true), { state: 'INIT' })).toEqual({ state: 'INIT' });
});
