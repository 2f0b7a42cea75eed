import { operations } from '@millrace/contract';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { listStuckRuns } from '../../records/list-runs.js';
import { presentRun } from '../../run/present-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** How many unfinished runs one request looks at. */
const LOOKED_AT = 10_000;

/**
 * A self-check: lists unfinished runs that nothing will ever wake. A result that is not empty is a bug in Millrace.
 *
 * @throws CatalogueError 1202, 1209
 */
export const getStuckRuns =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getStuckRuns'> =>
  async (caller, { subProjectId, after }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getStuckRuns);
    const page = { after, limit: LOOKED_AT };
    const { runs, next } = await listStuckRuns(deps.db, subProject.id, rowCondition(subProject, access), page);
    return { runs: runs.map((run) => presentRun(run)), next };
  };
