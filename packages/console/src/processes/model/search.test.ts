import { expect, test } from 'vitest';
import { isChanged, nextSort, readSearch, settingsOf } from './search.js';

test('an address is read, and what does not fit is left out', () => {
  const read = readSearch({
    view: 'v',
    filters: { state: ['INIT'] },
    sort: '-createdTs',
    columns: [{ key: 'state', width: 90 }, { width: 3 }, 'x'],
    density: 'huge',
    grouping: 'board',
    other: 1,
  });
  expect(read).toEqual({
    view: 'v',
    filters: { state: ['INIT'] },
    sort: '-createdTs',
    columns: [{ key: 'state', width: 90 }],
    grouping: 'board',
  });
});

test('the address goes before the view, and tells whether the view was changed', () => {
  const view = { filters: { state: ['INIT'] }, sort: 'createdTs' };
  expect(settingsOf({ sort: '' }, view)).toMatchObject({ filters: view.filters, sort: '' });
  expect(isChanged(settingsOf({}, view), view)).toBe(false);
  expect(isChanged(settingsOf({ density: 'dense' }, view), view)).toBe(true);
});

test('a column is ordered by turns', () => {
  expect(nextSort('', 'fields.amount', true)).toBe('-fields.amount');
  expect(nextSort('-fields.amount', 'fields.amount', true)).toBe('fields.amount');
  expect(nextSort('fields.amount', 'fields.amount', true)).toBe('');
  expect(nextSort('-fields.amount', 'state', false)).toBe('state');
});
