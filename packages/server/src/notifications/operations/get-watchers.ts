import { operations } from '@millrace/contract';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import type { NotificationDeps } from '../reading/notification-deps.js';
import { watchersOf } from '../records/watchers.js';

/** getWatchers: who watches a process that the caller may read. */
export const getWatchers =
  ({ db, subProjects, userNames }: NotificationDeps): UseCase<'getWatchers'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(subProjects, caller, request.subProjectId, operations.getWatchers);
    const { process } = await enterProcess(db, subProject, access, request.processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.outsideRowFilter,
    });
    const watchers = (await watchersOf(db, subProject.id, [process.id])).filter(({ muted }) => !muted);
    const names = await userNames(
      db,
      watchers.map(({ userId }) => userId),
    );
    return {
      watching: watchers.some(({ userId }) => userId === principalId(caller.principal)),
      watchers: watchers.map(({ userId, reason, sinceTs }) => ({ userId, reason, sinceTs: sinceTs.toISOString() })),
      names: Object.fromEntries(names),
    };
  };
