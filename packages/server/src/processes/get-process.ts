import { operations } from '@millrace/contract';
import { lastChanges } from '../audit/last-changes.js';
import type { UseCase } from '../caller.js';
import { parsing, processListErrorIds } from '../filters/filter-error.js';
import { parseInclude } from '../filters/include.js';
import { metaOf } from '../filters/paging.js';
import { parseFilterText } from '../filters/parse-filter.js';
import { enter } from '../sub-projects/enter.js';
import { unexpectedAs } from '../unexpected.js';
import { enterProcess } from './enter-process.js';
import { type ListedProcess, listProcesses } from './list-processes.js';
import { includable, presentProcess } from './present-process.js';
import { processListQuery } from './process-list-query.js';
import { processListTarget } from './process-list-request.js';
import type { ProcessDeps } from './process-ports.js';

/** getProcess: the processes of a sub-project that match and that the caller may see (D4, D5, D13, D15). */
export const getProcess =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects'>): UseCase<'getProcess'> =>
  async (caller, request) => {
    const filters = parsing(processListErrorIds, () => parseFilterText(request.filters));
    const target = processListTarget(filters);
    const { subProject, access } = await enter(deps.subProjects, caller, target.subProjectId, operations.getProcess);
    if (target.processId !== undefined) {
      await enterProcess(deps.db, subProject, access, target.processId, { unknown: { id: 1221 }, outside: 1210 });
    }
    const { query, include } = parsing(processListErrorIds, () => ({
      query: processListQuery(subProject, access, { ...request, filters: target.rest }),
      include: parseInclude(request.include, includable),
    }));
    const { total, processes } = await listProcesses(deps.db, query);
    const changes = include.has('lastChange') ? await changesOf(deps, processes) : undefined;
    return {
      meta: metaOf(query.page, total),
      processes: processes.map((process) =>
        presentProcess(process, query.visibility.of(process.covered), include, changes?.get(process.id)),
      ),
    };
  };

const changesOf = (deps: Pick<ProcessDeps, 'db'>, processes: readonly ListedProcess[]) =>
  unexpectedAs(1227, 'The latest changes could not be read.', () =>
    lastChanges(
      deps.db,
      processes.map((process) => process.id),
    ),
  );
