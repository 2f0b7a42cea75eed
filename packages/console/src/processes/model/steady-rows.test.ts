import { expect, test } from 'vitest';
import type { Process } from './schema.js';
import { noRows, steadied } from './steady-rows.js';

const row = (id: string, state = 'INIT') => ({ id, state }) as Process;
const answer = (page: number, processes: Process[] | undefined, total = 200) => ({ page, processes, total });
const shown = steadied(noRows, [answer(1, [row('a'), row('b')]), answer(2, [row('c')])]);

test('rows stay where the reader saw them, with their newest values', () => {
  const next = steadied(shown, [
    answer(1, [row('new'), row('a', 'DONE')], 201),
    answer(2, [row('b', 'DONE'), row('c')], 201),
  ]);
  expect([...next.pages]).toEqual([
    [1, [row('a', 'DONE'), row('b', 'DONE')]],
    [2, [row('c')]],
  ]);
  expect(next).toMatchObject({ total: 200, hasMoved: true });
});

test('the same rows with other values have not moved', () => {
  const next = steadied(shown, [answer(1, [row('a', 'DONE'), row('b')])]);
  expect(next.hasMoved).toBe(false);
  expect(next.pages.get(1)?.[0]).toEqual(row('a', 'DONE'));
});

test('pages that are not looked at are forgotten, and pages that have not come are not there', () => {
  const next = steadied(shown, [answer(2, [row('c')]), answer(3, undefined)]);
  expect([...next.pages.keys()]).toEqual([2]);
});

test('a row that is gone from the list stays as it was read', () => {
  const next = steadied(shown, [answer(1, [row('b')], 199)]);
  expect(next.pages.get(1)).toEqual([row('a'), row('b')]);
  expect(next.hasMoved).toBe(true);
});
