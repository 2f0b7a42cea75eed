import { operations } from '@millrace/contract';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { type MeasuredElement, measureElements } from '../../records/visits/element-visits.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readVisitSearch, readVisits } from '../../search/read-visit-search.js';

/**
 * getElementStatistics: where the runs of a workflow wait, and how long they took, element by element (D175).
 *
 * @throws CatalogueError 1202, 1205, 1200 for a time that cannot be understood or holds too many runs, 1200 (404) for what does not exist
 */
export const getElementStatistics =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'definitions'>): UseCase<'getElementStatistics'> =>
  async (caller, query) => {
    const reader = await enter(deps.subProjects, caller, query.subProjectId, operations.getElementStatistics);
    const { search, version } = await readVisitSearch(deps, reader, query);
    const measured = await readVisits(deps.db, (db) => measureElements(db, search));
    return {
      workflowId: query.workflowId,
      version,
      from: search.from.toISOString(),
      to: search.to.toISOString(),
      elements: measured.flatMap((one) => (one.isFlow || isEmpty(one) ? [] : [presentElement(one)])),
      flows: measured.flatMap(({ id, isFlow, passed }) => (isFlow ? [{ flowId: id, taken: passed }] : [])),
    };
  };

const isEmpty = ({ waiting, passed, cancelled }: MeasuredElement): boolean => waiting + passed + cancelled === 0;

function presentElement({ id, waiting, oldestTs, passed, cancelled, times }: MeasuredElement) {
  const [medianMs, p90Ms, p99Ms, longestMs] = times === null ? [null, null, null, null] : times.map(Math.round);
  return {
    elementId: id,
    waiting,
    oldestTs: oldestTs?.toISOString() ?? null,
    passed,
    cancelled,
    medianMs: medianMs ?? null,
    p90Ms: p90Ms ?? null,
    p99Ms: p99Ms ?? null,
    longestMs: longestMs ?? null,
  };
}
