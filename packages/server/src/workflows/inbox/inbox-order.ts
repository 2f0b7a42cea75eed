import { FilterError } from '../../filters/filter-error.js';
import { isTime } from '../../filters/paging.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { InboxPlace, InboxSort } from '../records/inbox/list-inbox.js';

/** Where a page of an inbox ended: opaque to clients. */
export const inboxCursor = (sort: InboxSort, { at, priority, id }: InboxPlace): string =>
  Buffer.from([sort, at?.getTime() ?? '', priority, id].join('.')).toString('base64url');

/**
 * Reads an `after` parameter; absent or empty is before the first task.
 *
 * @throws FilterError unless {@link inboxCursor} made it for this order
 */
export function readInboxCursor(
  sort: InboxSort,
  text: string | undefined,
): Omit<InboxPlace, 'subProjectId'> | undefined {
  if (text === undefined || text === '') return undefined;
  const decoded = Buffer.from(text, 'base64url').toString();
  const [, order, at, priority, id] = /^(-?[a-z]+)\.(-?\d{1,15})?\.(-?\d{1,9})\.(.+)$/.exec(decoded) ?? [];
  if (order !== sort || id === undefined || !isUuid(id) || (at !== undefined && !isTime(Number(at)))) {
    throw new FilterError('malformed', '/after', 'after must be the "next" of a page of this inbox in the same order.');
  }
  return { at: at === undefined ? null : new Date(Number(at)), priority: Number(priority), id };
}

/** Merges places of several sub-projects into one order. */
export const inInboxOrder = (sort: InboxSort, places: readonly InboxPlace[]): readonly InboxPlace[] =>
  places.toSorted((one, other) => {
    const byPriority = sort === 'priority' ? other.priority - one.priority : 0;
    if (byPriority !== 0) return byPriority;
    const ascending = compare(timeOf(one), timeOf(other)) || compare(one.id, other.id);
    return sort === '-created' || sort === 'done' ? -ascending : ascending;
  });

const timeOf = ({ at }: InboxPlace): number => at?.getTime() ?? Number.POSITIVE_INFINITY;
const compare = <T extends string | number>(one: T, other: T): number => (one < other ? -1 : one > other ? 1 : 0);
