import { daysFrom } from '../../messages/instants.js';
import type { InboxTask } from '../tasks/inbox-query.js';

export const groups = ['overdue', 'today', 'week', 'later', 'none'] as const;
export type GroupId = (typeof groups)[number];

/** A line of the list: a heading, or a task. */
export type Row =
  | { readonly kind: 'group'; readonly id: GroupId; readonly count: number }
  | { readonly kind: 'task'; readonly item: InboxTask };

const DAYS_OF_WEEK = 7;

function groupOf({ task: { dueTs } }: InboxTask, now: Date): GroupId {
  if (dueTs === null) return 'none';
  const due = new Date(dueTs);
  if (due.getTime() < now.getTime()) return 'overdue';
  const days = daysFrom(due, now);
  return days === 0 ? 'today' : days < DAYS_OF_WEEK ? 'week' : 'later';
}

/** Tasks under the headings of their due dates. One heading alone says nothing, unless it is that they are overdue. */
export function rowsOf(items: readonly InboxTask[], isGrouped: boolean, now: Date): Row[] {
  const tasks = items.map((item): Row => ({ kind: 'task', item }));
  if (!isGrouped) return tasks;
  const parts = groups
    .map((id) => ({ id, items: items.filter((item) => groupOf(item, now) === id) }))
    .filter((part) => part.items.length > 0);
  if (parts.length === 1 && parts[0]?.id === 'none') return tasks;
  return parts.flatMap(({ id, items: members }): Row[] => [
    { kind: 'group', id, count: members.length },
    ...members.map((item): Row => ({ kind: 'task', item })),
  ]);
}
