import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { metaOf, parsePage } from '../../../filters/paging.js';
import { fullyReadRows } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { presentEntry } from '../../decisions/present-entry.js';
import { findRun } from '../../records/find-run.js';
import { readTimeline, type TimelineEntry } from '../../records/timeline.js';
import { findVisibleRun } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { hasReasons, hideReasons } from '../../tasks/hidden-reasons.js';

/**
 * Lists what happened in a run, in order. Entries are only added at the end, so pages do not shift. Comments of decisions
 * and reasons of votes are for who reads every field of the process (D107, D125).
 *
 * @throws CatalogueError 1202, 1205, 1200 for wrong paging, 1200 (404) for an unknown run, 1210
 */
export const getRunTimeline =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getRunTimeline'> =>
  async (caller, query) => {
    const { subProject, access } = await enter(deps.subProjects, caller, query.subProjectId, operations.getRunTimeline);
    const page = parsing(metaErrorIds, () => parsePage(query));
    const run = await findVisibleRun(deps.db, { subProject, access, runId: query.runId });
    const first = page.offset + 1n;
    const entries =
      first > BigInt(run.timelineCount) ? [] : await readTimeline(deps.db, run, Number(first), page.limit);
    const shown = entries.filter(({ sequence }) => sequence <= run.timelineCount);
    const hidesReasons =
      shown.some(({ entry }) => entry.event === 'commented' || hasReasons(entry.variables ?? {})) &&
      (await findRun(deps.db, run, fullyReadRows(subProject, access)))?.covered !== true;
    const reader = principalId(caller.principal);
    return {
      meta: metaOf(page, run.timelineCount),
      timeline: shown.map(({ sequence, entry }) => ({
        sequence,
        ...presentEntry(hidesReasons ? withoutReasons(entry, reader) : entry),
      })),
    };
  };

function withoutReasons(entry: TimelineEntry, reader: string): TimelineEntry {
  if (entry.event === 'commented') {
    const { message: _, ...others } = entry;
    return others;
  }
  return entry.variables === undefined ? entry : { ...entry, variables: hideReasons(entry.variables, reader) };
}
