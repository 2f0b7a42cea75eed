import type { operations, RequestOf } from '@millrace/contract';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { findOwnSubProjects } from '../../sub-projects/members/own-sub-projects.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import type { NotificationDeps } from '../reading/notification-deps.js';
import { markAllRead, markRead, type ReadNotification } from '../records/notifications.js';

const MOST = 10_000;
const MOST_SUB_PROJECTS = 200;

/**
 * markNotificationsRead: rows of the caller alone. What was added after the caller looked stays unread.
 *
 * @throws CatalogueError 1232 for neither or both of `notifications` and `all`, and for ids and positions that cannot be
 */
export const markNotificationsRead =
  ({ db }: Pick<NotificationDeps, 'db'>): UseCase<'markNotificationsRead'> =>
  async (caller, request) => {
    const read = readRequest(request);
    const userId = principalId(caller.principal);
    if (!isUuid(userId)) return { marked: 0 };
    if (read !== 'all') {
      return caller.write(async (tx) => {
        let marked = 0;
        for (const [subProjectId, rows] of read) marked += await markRead(tx, subProjectId, userId, rows);
        return { marked };
      });
    }
    const own = await findOwnSubProjects(db, caller.principal, { only: undefined, limit: MOST_SUB_PROJECTS });
    return caller.write(async (tx) => {
      let marked = 0;
      // In the order of their ids, as everybody locks them.
      for (const { id } of own.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
        if (marked < MOST) marked += await markAllRead(tx, id, userId, MOST - marked);
      }
      return { marked };
    });
  };

function readRequest({
  notifications,
  all,
}: RequestOf<typeof operations.markNotificationsRead>):
  | 'all'
  | readonly (readonly [string, readonly ReadNotification[]])[] {
  if ((notifications === undefined) === (all !== true)) {
    throw invalid('/notifications', 'Name the notifications that were read, or send all: true.');
  }
  const bySubProject = new Map<string, ReadNotification[]>();
  for (const [place, { subProjectId, processId, position }] of (notifications ?? []).entries()) {
    if (!isUuid(subProjectId) || !isUuid(processId)) {
      throw invalid(
        `/notifications/${place}`,
        'A notification is named by the ids of its sub-project and its process.',
      );
    }
    if (position !== undefined && !/^\d{1,15}$/.test(position)) {
      throw invalid(`/notifications/${place}/position`, 'position must be one that getNotifications has answered.');
    }
    const rows = bySubProject.get(subProjectId.toLowerCase()) ?? [];
    rows.push({ processId, version: position === undefined ? null : Number(position) });
    bySubProject.set(subProjectId.toLowerCase(), rows);
  }
  if (all === true) return 'all';
  return [...bySubProject].sort(([a], [b]) => (a < b ? -1 : 1));
}

const invalid = (pointer: string, detail: string) => invalidValue(detail, [{ pointer, detail }]);
