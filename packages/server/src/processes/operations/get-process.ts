import { operations } from '@millrace/contract';
import { lastChanges } from '../../audit/records/last-changes.js';
import { parsing, processListErrorIds } from '../../filters/filter-error.js';
import { parseInclude } from '../../filters/include.js';
import { metaOf } from '../../filters/paging.js';
import { parseFilterText } from '../../filters/parse-filter.js';
import { accessTo } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { processListTarget } from '../list/list-request.js';
import { includable, presentProcess } from '../list/present-process.js';
import { type ListedProcess, listProcesses } from '../records/list/list-processes.js';
import { processListQuery } from '../records/list/plan-list.js';
import { enterProcess } from '../records/visibility/enter-process.js';

/**
 * getProcess: the processes of a sub-project that match and that the caller may see (D4, D5, D13, D15). One round trip to
 * the database, unless one process is asked for or the latest changes are.
 */
export const getProcess =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects' | 'totals'>): UseCase<'getProcess'> =>
  async (caller, request) => {
    const filters = parsing(processListErrorIds, () => parseFilterText(request.filters));
    const target = processListTarget(filters);
    return deps.subProjects.working(target.subProjectId, async (subProject) => {
      const access = accessTo(subProject, caller, operations.getProcess);
      if (target.processId !== undefined) {
        await enterProcess(deps.db, subProject, access, target.processId, { unknown: { id: 1221 }, outside: 1210 });
      }
      const { query, include } = parsing(processListErrorIds, () => ({
        query: processListQuery(subProject, access, { ...request, filters: target.rest }),
        include: parseInclude(request.include, includable),
      }));
      const { total, pending, versionId, processes } = await listProcesses(deps.db, query);
      if (pending > MANY_DELTAS) deps.totals?.nudge(subProject.id);
      const changes = include.has('lastChange') ? await changesOf(deps, processes) : undefined;
      const value = {
        meta: metaOf(query.page, total),
        processes: processes.map((process) =>
          presentProcess(process, query.visibility.of(process.covered), include, changes?.get(process.id)),
        ),
      };
      return { versionId, value };
    });
  };

/** Adding up this many costs about as much as the rest of the page, 0.1 ms. */
const MANY_DELTAS = 200;

const changesOf = (deps: Pick<ProcessDeps, 'db'>, processes: readonly ListedProcess[]) =>
  unexpectedAs(1227, 'The latest changes could not be read.', () =>
    lastChanges(
      deps.db,
      processes.map((process) => process.id),
    ),
  );
