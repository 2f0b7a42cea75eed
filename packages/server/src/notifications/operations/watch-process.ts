import { operations } from '@millrace/contract';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { UseCase } from '../../use-case/caller.js';
import { enterToWatch } from '../reading/enter-to-watch.js';
import type { NotificationDeps } from '../reading/notification-deps.js';
import { MOST_WATCHERS, setWatching, watchersOf } from '../records/watchers.js';

/** watchProcess: the caller watches a process that the caller may read. @throws CatalogueError 1009 when too many do */
export const watchProcess =
  (deps: Pick<NotificationDeps, 'subProjects'>): UseCase<'watchProcess'> =>
  async (caller, request) =>
    enterToWatch(deps, caller, operations.watchProcess, request, async (tx, { subProjectId, processId, userId }) => {
      const watchers = await watchersOf(tx, subProjectId, [processId]);
      if (watchers.length >= MOST_WATCHERS && !watchers.some((watcher) => watcher.userId === userId)) {
        throw conflict(`${MOST_WATCHERS} people watch this process or have stopped, and no more can.`);
      }
      await setWatching(tx, subProjectId, { processId, userId, muted: false });
      return { status: 'success', message: 'You watch the process.' };
    });
