import { operations } from '@millrace/contract';
import type { UseCase } from '../../use-case/caller.js';
import { enterToWatch } from '../reading/enter-to-watch.js';
import type { NotificationDeps } from '../reading/notification-deps.js';
import { setWatching } from '../records/watchers.js';

/** unwatchProcess: the caller no longer watches a process, and does not begin to without asking. */
export const unwatchProcess =
  (deps: Pick<NotificationDeps, 'subProjects'>): UseCase<'unwatchProcess'> =>
  async (caller, request) =>
    enterToWatch(deps, caller, operations.unwatchProcess, request, async (tx, { subProjectId, processId, userId }) => {
      await setWatching(tx, subProjectId, { processId, userId, muted: true });
      return { status: 'success', message: 'You no longer watch the process.' };
    });
