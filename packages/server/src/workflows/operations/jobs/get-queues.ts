import { operations } from '@millrace/contract';
import { listExternalQueues, type QueueRow, readOwnQueues } from '../../../jobs/records/queue-figures.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { requireOperatorOfAll } from '../../decisions/require-operator-of-all.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** Bounds of the work; the contract names them. */
const LIMITS = { types: 200, ofType: 1000, own: 10_000 };
/** A timer that is later than this has no worker that keeps up. */
const OVERDUE_SECONDS = 60;

/**
 * Shows the job queues of a sub-project, the one whose job has waited for longest first.
 *
 * @throws CatalogueError 1202, 1209 (also for a role with a row filter or stages: the jobs are of all runs)
 */
export const getQueues =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getQueues'> =>
  async (caller, { subProjectId }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getQueues);
    requireOperatorOfAll(access);
    const external = await listExternalQueues(deps.db, subProject.id, LIMITS);
    const own = await readOwnQueues(deps.db, subProject.id, OVERDUE_SECONDS, LIMITS);
    const queues = [...external.slice(0, LIMITS.types), ...own.queues].toSorted(byAge);
    return {
      queues: queues.map(({ oldestDueTs, workers, ...queue }) => ({
        ...queue,
        oldestDueTs: oldestDueTs?.toISOString() ?? null,
        workers: [...workers],
      })),
      timers: { ...own.timers },
      complete: external.length <= LIMITS.types && own.lookedAt <= LIMITS.own,
    };
  };

const byAge = (a: QueueRow, b: QueueRow): number =>
  (a.oldestDueTs?.getTime() ?? Number.MAX_SAFE_INTEGER) - (b.oldestDueTs?.getTime() ?? Number.MAX_SAFE_INTEGER) ||
  (a.type < b.type ? -1 : 1);
