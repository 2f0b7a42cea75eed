import { notificationReasons, type operations, type RequestOf } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { cursorOf, parseAfter } from '../../filters/paging.js';
import { isUuid } from '../../kernel/identifiers.js';
import { transaction } from '../../postgres/database.js';
import type { UseCase } from '../../use-case/caller.js';
import { principalId } from '../../use-case/caller.js';
import { readChoice, readList, readNumber } from '../../workflows/search/read-search.js';
import { isInInbox } from '../preferences/preferences.js';
import type { NotificationDeps } from '../reading/notification-deps.js';
import { notificationScopes } from '../reading/notification-scopes.js';
import { presentNotification } from '../reading/present-notification.js';
import { all, countUnread, type ListedNotification, listNotifications, unread } from '../records/list-notifications.js';
import { findPreferences } from '../records/preferences.js';

const MOST = 100;
const MOST_COUNTED = 1000;

/**
 * getNotifications: what the caller is told of in all sub-projects, one item for each process. What the caller may know is
 * judged on the processes and roles as they are now.
 */
export const getNotifications =
  (deps: NotificationDeps): UseCase<'getNotifications'> =>
  async (caller, query) => {
    const { onlyUnread, only, before, limit } = parsing(metaErrorIds, () => readQuery(query));
    const userId = principalId(caller.principal);
    if (!isUuid(userId)) return { notifications: [], next: null, names: {}, unread: { count: 0, atLeast: false } };
    const preferences = (await findPreferences(deps.db, [userId])).get(userId) ?? {};
    const wanted = notificationReasons.filter((reason) => isInInbox(preferences, reason));
    const own = await notificationScopes(deps, caller, wanted, undefined);
    const scopes = only === undefined ? own : await notificationScopes(deps, caller, wanted, only);
    return transaction(
      deps.db,
      async (tx) => {
        const search = { userId, which: onlyUnread ? unread : all, before, limit: limit + 1 };
        const found = [...(await listNotifications(tx, scopes, search))].sort(newestFirst);
        const rows = found.slice(0, limit);
        const byId = new Map(scopes.map((scope) => [scope.subProjectId, scope]));
        const notifications = rows.flatMap((row) => {
          const scope = byId.get(row.subProjectId);
          return scope === undefined ? [] : [presentNotification(scope, row)];
        });
        const people = notifications.flatMap(({ reasons }) => reasons.flatMap(({ by }) => by ?? []));
        const names = people.length === 0 ? [] : await deps.userNames(tx, [...new Set(people)]);
        const count = await countUnread(tx, own, userId, MOST_COUNTED + 1);
        const last = found.length > limit ? rows.at(-1) : undefined;
        return {
          notifications,
          next: last === undefined ? null : cursorOf({ createdTs: last.lastTs, id: last.processId }),
          names: Object.fromEntries(names),
          unread: { count: Math.min(count, MOST_COUNTED), atLeast: count > MOST_COUNTED },
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

function readQuery(query: RequestOf<typeof operations.getNotifications>) {
  return {
    onlyUnread: readChoice(query, 'unread', ['true', 'false']) === 'true',
    // Ids that are no UUIDs name nothing.
    only: readList(query, 'subProjectIds')?.filter(isUuid),
    before: parseAfter(query.after),
    limit: readNumber(query, 'limit', 1, MOST) ?? 25,
  };
}

const newestFirst = (a: ListedNotification, b: ListedNotification): number =>
  b.lastTs.getTime() - a.lastTs.getTime() || (a.processId < b.processId ? 1 : -1);
