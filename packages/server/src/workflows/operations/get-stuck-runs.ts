import { operations } from '@millrace/contract';
import type { UseCase } from '../../caller.js';
import { rowCondition } from '../../processes/row-condition.js';
import { enter } from '../../sub-projects/enter.js';
import { presentRun } from '../present-run.js';
import { listStuckRuns } from '../run-list-queries.js';
import type { WorkflowDeps } from '../workflow-deps.js';

/** Unfinished runs that nothing will ever wake. It should always be empty. */
export const getStuckRuns =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getStuckRuns'> =>
  async (caller, { subProjectId }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getStuckRuns);
    const runs = await listStuckRuns(deps.db, subProject.id, rowCondition(subProject, access));
    return { runs: runs.map((run) => presentRun(run)) };
  };
