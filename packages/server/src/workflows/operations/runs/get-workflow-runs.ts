import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { metaOf, parseInclude, parsePage } from '../../../filters/paging.js';
import { notFound } from '../../../kernel/errors/request-errors.js';
import { type Queryable, transaction } from '../../../postgres/database.js';
import { findProcess } from '../../../processes/records/processes/find-process.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { findWorkflow } from '../../../sub-projects/records/find-workflow.js';
import type { UseCase } from '../../../use-case/caller.js';
import { findRun } from '../../records/find-run.js';
import { countRuns, listRuns } from '../../records/list-runs.js';
import { presentRun } from '../../run/present-run.js';
import { requireStage } from '../../run/require-stage.js';
import { unknownRun } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

const INCLUDABLE = ['meta', 'stageKey', 'updatedTs'] as const;

/** How many runs an answer without `page` and `perPageCount` has. */
const UNPAGED_LIMIT = 1000;

/**
 * Lists runs, newest first (D26). Runs on processes outside the caller's row filter are left out.
 *
 * @throws CatalogueError 1202, 1205, 1200 for wrong paging, 1200 (404) for given ids that name nothing (D14)
 */
export const getWorkflowRuns =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getWorkflowRuns'> =>
  async (caller, query) => {
    const { subProject, access } = await enter(
      deps.subProjects,
      caller,
      query.subProjectId,
      operations.getWorkflowRuns,
    );
    const paged = query.page !== undefined || query.perPageCount !== undefined;
    const page = parsing(metaErrorIds, () =>
      parsePage(paged ? query : { page: '1', perPageCount: String(UNPAGED_LIMIT) }),
    );
    const include = parsing(metaErrorIds, () => parseInclude(query.include, INCLUDABLE));
    if (query.stageKey !== undefined) requireStage(subProject, query.stageKey);
    return transaction(
      deps.db,
      async (tx) => {
        await requireGiven(tx, subProject.id, query);
        const { processId, workflowId, runId, stageKey } = query;
        const visible = rowCondition(subProject, access);
        const search = { subProjectId: subProject.id, visible, processId, workflowId, runId, stageKey };
        const runs = await listRuns(tx, search, page);
        const shown = runs.map((run) => presentRun(run, include));
        if (!include.has('meta')) return { runs: shown };
        return { meta: metaOf(page, await countRuns(tx, search)), runs: shown };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

interface Given {
  readonly processId?: string;
  readonly workflowId?: string;
  readonly runId?: string;
}

/** @throws CatalogueError 1200 (404) when a given id names nothing (D14) */
async function requireGiven(db: Queryable, subProjectId: string, given: Given): Promise<void> {
  const { processId, workflowId, runId } = given;
  if (processId !== undefined && (await findProcess(db, subProjectId, processId)) === undefined) {
    throw notFound('process', processId, ' in this sub-project');
  }
  if (workflowId !== undefined && (await findWorkflow(db, subProjectId, workflowId)) === undefined) {
    throw notFound('workflow', workflowId, ' in this sub-project');
  }
  if (runId !== undefined && (await findRun(db, { subProjectId, id: runId })) === undefined) throw unknownRun(runId);
}
