import { operations } from '@millrace/contract';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { cursorOf, parseAfter, parseInclude, parsePage } from '../../../filters/paging.js';
import { invalidMember } from '../../../kernel/errors/request-errors.js';
import { type Queryable, transaction } from '../../../postgres/database.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { listDefinitionNumbers } from '../../../sub-projects/records/definition-numbers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { countRuns, listRuns } from '../../records/list-runs.js';
import { listActiveElements, listRunIncidents } from '../../records/run-members.js';
import type { ListedRun } from '../../records/run-row.js';
import { presentRun, type RunMember, type RunMembers } from '../../run/present-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readRunSearch } from '../../search/read-run-search.js';

const INCLUDABLE = [
  'meta',
  'next',
  'stageKey',
  'updatedTs',
  'endedTs',
  'workflowVersion',
  'activeElements',
  'incident',
] as const;

/** How many runs an answer without `page` and `perPageCount` has. */
const UNPAGED_LIMIT = 1000;

/**
 * Lists runs, newest first (D26). Runs on processes outside the caller's row filter are left out.
 *
 * @throws CatalogueError 1202, 1205, 1200 for wrong paging and conditions, 1200 (404) for given ids that name nothing (D14)
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
    const after = parsing(metaErrorIds, () => parseAfter(query.after));
    const include = parsing(metaErrorIds, () => parseInclude(query.include, INCLUDABLE));
    if (query.after !== undefined && query.page !== undefined) {
      throw invalidMember('/page', 'page cannot be used with after: "next" of each page leads to the next one.');
    }
    return transaction(
      deps.db,
      async (tx) => {
        const search = await readRunSearch(tx, subProject, rowCondition(subProject, access), query);
        const found = await listRuns(tx, search, { limit: page.limit + 1, offset: page.offset, after });
        const runs = found.slice(0, page.limit);
        const last = found.length > runs.length ? runs.at(-1) : undefined;
        const members = await readMembers(tx, subProject.id, runs, include);
        return {
          ...(include.has('meta') ? { meta: boundedMetaOf(page, await countRuns(tx, search)) } : {}),
          ...(include.has('next') ? { next: last === undefined ? null : cursorOf(last) } : {}),
          runs: runs.map((run) => presentRun(run, include, members)),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

/** The members of a page that are not in the rows of runs: one statement each, and only if they are asked for. */
async function readMembers(
  db: Queryable,
  subProjectId: string,
  runs: readonly ListedRun[],
  include: ReadonlySet<RunMember | 'meta' | 'next'>,
): Promise<RunMembers> {
  const ids = runs.map(({ id }) => id);
  const definitionIds = runs.map(({ definitionId }) => definitionId);
  return {
    ...(include.has('workflowVersion')
      ? { versions: await listDefinitionNumbers(db, subProjectId, definitionIds) }
      : {}),
    ...(include.has('activeElements') ? { activeElements: await listActiveElements(db, subProjectId, ids) } : {}),
    ...(include.has('incident') ? { incidents: await listRunIncidents(db, subProjectId, ids) } : {}),
  };
}
