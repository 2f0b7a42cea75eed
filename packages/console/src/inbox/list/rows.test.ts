import { expect, it } from 'vitest';
import type { InboxTask } from '../tasks/inbox-query.js';
import { rowsOf } from './rows.js';
import { offsetsOf, rangeOf } from './window.js';

const now = new Date(2026, 2, 25, 12);
const task = (id: string, due: Date | null) =>
  ({ task: { id, dueTs: due?.toISOString() ?? null } }) as unknown as InboxTask;
const said = (items: InboxTask[]) =>
  rowsOf(items, true, now).map((row) => (row.kind === 'group' ? `${row.id} ${row.count}` : row.item.task.id));

it('puts tasks under the headings of their due dates', () => {
  const items = [
    task('a', new Date(2026, 2, 24)),
    task('b', new Date(2026, 2, 25, 17)),
    task('c', new Date(2026, 2, 28)),
    task('d', new Date(2026, 3, 28)),
    task('e', null),
  ];
  expect(said(items)).toEqual(['overdue 1', 'a', 'today 1', 'b', 'week 1', 'c', 'later 1', 'd', 'none 1', 'e']);
  expect(said([task('e', null)])).toEqual(['e']);
});

it('draws the rows that are seen', () => {
  const { offsets, total } = offsetsOf(Array.from({ length: 1000 }, () => 50));
  expect(total).toBe(50_000);
  const [from, to] = rangeOf(offsets, total, 10_000, 500);
  expect([from, to]).toEqual([192, 219]);
  expect(rangeOf([], 0, 0, 500)).toEqual([0, 0]);
});
