import { operations } from '@millrace/contract';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { cursorOf, parseAfter, parseInclude, parsePage } from '../../../filters/paging.js';
import { transaction } from '../../../postgres/database.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { listDefinitionNumbers } from '../../../sub-projects/records/definition-numbers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { countIncidents, type ListedIncidentRow, listIncidentsAfter } from '../../records/list-incidents.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readIncidentSearch } from '../../search/read-incident-search.js';
import { readText } from '../../search/read-search.js';

/**
 * Lists incidents, newest first, by default the open ones. Those of runs on processes outside the caller's row filter are
 * left out.
 *
 * @throws CatalogueError 1202, 1209, 1200 for wrong conditions, 1200 (404) for a workflow or version that does not exist
 */
export const getIncidents =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getIncidents'> =>
  async (caller, query) => {
    const { subProject, access } = await enter(deps.subProjects, caller, query.subProjectId, operations.getIncidents);
    const page = parsing(metaErrorIds, () => parsePage({ perPageCount: query.perPageCount }));
    const after = parsing(metaErrorIds, () => parseAfter(query.after));
    const include = parsing(metaErrorIds, () => parseInclude(query.include, ['meta']));
    const incidentId = readText(query, 'incidentId');
    return transaction(
      deps.db,
      async (tx) => {
        const visible = rowCondition(subProject, access);
        const search = {
          ...(await readIncidentSearch(tx, subProject.id, visible, query)),
          runId: readText(query, 'runId'),
          ...(incidentId === undefined ? {} : { incidentId, state: 'ALL' as const }),
        };
        const rows = await listIncidentsAfter(tx, search, { after, limit: page.limit + 1 });
        const shown = rows.slice(0, page.limit);
        const last = rows.length > shown.length ? shown.at(-1) : undefined;
        const numbers = await listDefinitionNumbers(
          tx,
          subProject.id,
          shown.map(({ definitionId }) => definitionId),
        );
        const answer = {
          next: last === undefined ? null : cursorOf(last),
          incidents: shown.map((row) => present(row, numbers.get(row.definitionId) ?? 0)),
        };
        if (!include.has('meta')) return answer;
        return { meta: boundedMetaOf(page, await countIncidents(tx, search)), ...answer };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

const present = (row: ListedIncidentRow, version: number) => ({
  id: row.id,
  runId: row.runId,
  workflowId: row.workflowId,
  workflowVersion: String(version),
  processId: row.processId,
  elementId: row.elementId,
  kind: row.kind,
  message: row.message,
  fingerprint: row.fingerprint,
  jobKey: row.jobId,
  createdTs: row.createdTs.toISOString(),
  resolvedTs: row.resolvedTs?.toISOString() ?? null,
});
