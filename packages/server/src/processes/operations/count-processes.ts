import { operations } from '@millrace/contract';
import { parsing, processListErrorIds } from '../../filters/filter-error.js';
import { parseFilterText } from '../../filters/parse-filter.js';
import { accessTo } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { readCountKey } from '../list/count-key.js';
import { listTarget, readListRequest } from '../list/list-request.js';
import { withIdsOfKeys } from '../records/keys/ids-of-keys.js';
import { countBy } from '../records/list/count-by.js';
import { planList } from '../records/list/list-plan.js';
import { processVisibility } from '../records/visibility/process-visibility.js';

/**
 * countProcesses: how many of the processes that getProcess lists have which state, priority, stage or value of a field.
 *
 * @throws CatalogueError 1200, 1230, 1231 and 1232 for the request, and what `working`, `accessTo` and {@link countBy} raise
 */
export const countProcesses =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects'>): UseCase<'countProcesses'> =>
  async (caller, request) => {
    const target = listTarget(parsing(processListErrorIds, () => parseFilterText(request.filters)));
    return deps.subProjects.working(target.subProjectId, async (subProject) => {
      const access = accessTo(subProject, caller, operations.countProcesses);
      const visibility = processVisibility(subProject, access);
      const { question, key } = parsing(processListErrorIds, () => ({
        question: readListRequest(subProject, visibility, { filters: target.rest }),
        key: readCountKey(subProject, visibility, request.by),
      }));
      const filter = await withIdsOfKeys(deps.db, subProject, visibility, question.filter);
      const plan = planList(subProject, visibility, { ...question, filter });
      const { total, counts, versionId } = await countBy(deps.db, plan, key);
      const listed = counts.reduce((sum, { count }) => sum + count, 0);
      return {
        versionId,
        value: {
          total: String(total),
          counts: counts.map(({ value, count }) => ({ value, count: String(count) })),
          others: String(total - listed),
        },
      };
    });
  };
