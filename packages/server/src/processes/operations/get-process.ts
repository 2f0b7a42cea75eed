import { operations } from '@millrace/contract';
import { type LastChange, lastChanges } from '../../audit/records/last-changes.js';
import { parsing, processListErrorIds } from '../../filters/filter-error.js';
import { metaOf, parseInclude } from '../../filters/paging.js';
import { parseFilterText } from '../../filters/parse-filter.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { accessTo } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { allowedOn } from '../list/allowed.js';
import { listTarget, readListRequest } from '../list/list-request.js';
import { namesIn } from '../list/names-in.js';
import { includable, presentProcess } from '../list/present-process.js';
import { visibleClocks } from '../records/clocks/clock-columns.js';
import { clockSummaries } from '../records/clocks/clock-summaries.js';
import { withIdsOfKeys } from '../records/keys/ids-of-keys.js';
import { planList } from '../records/list/list-plan.js';
import { type ListedProcess, listProcesses } from '../records/list/list-processes.js';
import { enterProcess } from '../records/visibility/enter-process.js';
import { processVisibility } from '../records/visibility/process-visibility.js';

/**
 * getProcess: the processes of a sub-project that match and that the caller may see (D4, D5, D13, D15). One round trip to
 * the database, unless one process is asked for or the latest changes are.
 *
 * @throws CatalogueError 1200, 1230, 1231 and 1232 for the request, 1221 and 1210 for the process it names, 1227 when the
 * latest changes cannot be read, and what `working`, `accessTo` and {@link listProcesses} raise
 */
export const getProcess =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects' | 'totals' | 'users'>): UseCase<'getProcess'> =>
  async (caller, request) => {
    const target = listTarget(parsing(processListErrorIds, () => parseFilterText(request.filters)));
    return deps.subProjects.working(target.subProjectId, async (subProject) => {
      const access = accessTo(subProject, caller, operations.getProcess);
      if (target.processId !== undefined) {
        await enterProcess(deps.db, subProject, access, target.processId, {
          unknown: { id: errorIds.processNotFound },
          outside: errorIds.outsideRowFilter,
        });
      }
      const visibility = processVisibility(subProject, access);
      const { question, include } = parsing(processListErrorIds, () => ({
        question: readListRequest(subProject, visibility, { ...request, filters: target.rest }),
        include: parseInclude(request.include, includable),
      }));
      const filter = await withIdsOfKeys(deps.db, subProject, visibility, question.filter);
      const list = await listProcesses(deps.db, planList(subProject, visibility, { ...question, filter }));
      if (list.pending > MANY_DELTAS) deps.totals?.nudge(subProject.id);
      const changes = include.has('lastChange') ? await changesOf(deps, subProject.id, list.processes) : undefined;
      const allowed = include.has('allowed') ? await allowedOn(deps.db, subProject, access, list.processes) : undefined;
      const clocksOf = include.has('clocks')
        ? await clockSummaries(
            deps.db,
            subProject.id,
            visibleClocks(subProject, visibility),
            list.processes.map(({ id }) => ({ processId: id })),
          )
        : undefined;
      const processes = list.processes.map((process) => ({
        ...presentProcess(process, visibility.fieldsOf(process.covered), include, changes?.get(process.id)),
        ...(allowed === undefined ? {} : { allowed: allowed.get(process.id) ?? nothing }),
        ...(clocksOf === undefined ? {} : { clocks: clocksOf({ processId: process.id }) }),
      }));
      const names = include.has('names') ? { names: await namesIn(deps, subProject, processes) } : {};
      return { versionId: list.versionId, value: { meta: metaOf(question.page, list.total), processes, ...names } };
    });
  };

const nothing = { updates: [], states: [], workflows: [], delete: false };

/** Adding up this many costs about as much as the rest of the page, 0.1 ms. */
const MANY_DELTAS = 200;

const changesOf = (
  deps: Pick<ProcessDeps, 'db'>,
  subProjectId: string,
  processes: readonly ListedProcess[],
): Promise<ReadonlyMap<string, LastChange>> =>
  unexpectedAs(errorIds.auditUnavailable, 'The latest changes could not be read.', () =>
    lastChanges(
      deps.db,
      subProjectId,
      processes.map(({ id }) => id),
    ),
  );
