import type { Operations } from '@millrace/contract';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Transaction } from '../../postgres/database.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { Caller } from '../../use-case/caller.js';
import type { NotificationDeps } from './notification-deps.js';

/** A person and the process that this person watches or stops watching. */
export interface WatchTarget {
  readonly subProjectId: string;
  readonly processId: string;
  readonly userId: string;
}

/** Runs `work` in a transaction with a process that the caller may read; it is there until the transaction ends. */
export async function enterToWatch<T extends object>(
  { subProjects }: Pick<NotificationDeps, 'subProjects'>,
  caller: Caller,
  operation: Operations['watchProcess' | 'unwatchProcess'],
  request: Pick<WatchTarget, 'subProjectId' | 'processId'>,
  work: (tx: Transaction, target: WatchTarget) => Promise<T>,
): Promise<T> {
  const { subProject, access } = await enter(subProjects, caller, request.subProjectId, operation);
  const { principal } = caller;
  if (principal.kind !== 'user') throw unauthenticated('Only a signed-in user watches processes.');
  return caller.write(async (tx) => {
    const { process } = await enterProcess(tx, subProject, access, request.processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.outsideRowFilter,
      lock: 'keep',
    });
    return work(tx, { subProjectId: subProject.id, processId: process.id, userId: principal.userId });
  });
}
