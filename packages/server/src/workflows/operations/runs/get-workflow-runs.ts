import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { metaOf, parseInclude, parsePage } from '../../../filters/paging.js';
import type { CatalogueError } from '../../../kernel/errors/catalogue-error.js';
import { namesNothing } from '../../../kernel/errors/request-errors.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, transaction } from '../../../postgres/database.js';
import { findProcess } from '../../../processes/records/processes/find-process.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { findWorkflow } from '../../../sub-projects/records/find-workflow.js';
import type { UseCase } from '../../../use-case/caller.js';
import { findRun } from '../../records/find-run.js';
import { countRuns, listRuns } from '../../records/list-runs.js';
import { presentRun } from '../../run/present-run.js';
import { unknownRun } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { refuseUnknownStage } from './get-workflows.js';

const includable = ['meta', 'stageKey', 'updatedTs'] as const;

/** Answered without page and perPageCount. */
const NEWEST = 1000;

/**
 * Lists runs, newest first (D26); those on processes outside the caller's row filter are left out.
 *
 * @throws CatalogueError 1202, 1205, 1200 for wrong paging, with 404 for ids given that name nothing (D14)
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
    const page = parsing(metaErrorIds, () => parsePage(paged ? query : { page: '1', perPageCount: String(NEWEST) }));
    const include = parsing(metaErrorIds, () => parseInclude(query.include, includable));
    if (query.stageKey !== undefined) refuseUnknownStage(subProject, query.stageKey);
    return transaction(
      deps.db,
      async (tx) => {
        const given = await givenConditions(tx, subProject.id, query);
        const condition = sql.and([...given, rowCondition(subProject, access)]);
        const runs = await listRuns(tx, condition, page);
        const shown = runs.map((run) => presentRun(run, include));
        if (!include.has('meta')) return { runs: shown };
        return { meta: metaOf(page, await countRuns(tx, condition)), runs: shown };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

interface Given {
  readonly processId?: string;
  readonly workflowId?: string;
  readonly runId?: string;
  readonly stageKey?: string;
}

/** Conditions over the alias `r`, each on an id that exists. */
async function givenConditions(db: Queryable, subProjectId: string, given: Given): Promise<readonly Fragment[]> {
  const conditions = [sql`r.sub_project_id = ${subProjectId}`];
  const { processId, workflowId, runId, stageKey } = given;
  if (processId !== undefined) {
    if ((await findProcess(db, subProjectId, processId)) === undefined) throw unknown('process', processId);
    conditions.push(sql`r.process_id = ${processId}`);
  }
  if (workflowId !== undefined) {
    const workflow = isUuid(workflowId) ? await findWorkflow(db, subProjectId, workflowId) : undefined;
    if (workflow === undefined) throw unknown('workflow', workflowId);
    conditions.push(sql`r.workflow_id = ${workflowId}`);
  }
  if (runId !== undefined) {
    if ((await findRun(db, subProjectId, runId)) === undefined) throw unknownRun(runId);
    conditions.push(sql`r.id = ${runId}`);
  }
  if (stageKey !== undefined) conditions.push(sql`r.stage_key = ${stageKey}`);
  return conditions;
}

const unknown = (what: string, id: string): CatalogueError =>
  namesNothing(`There is no ${what} "${id.slice(0, 100)}" in this sub-project.`);
