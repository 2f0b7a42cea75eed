import { operations } from '@millrace/contract';
import { transaction } from '../../../postgres/database.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { listDefinitionNumbers } from '../../../sub-projects/records/definition-numbers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { groupIncidents } from '../../records/list-incidents.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readIncidentSearch } from '../../search/read-incident-search.js';

/** Bounds of the answer and of the work; the contract names them. */
const NEWEST = 20_000;
const GROUPS = 200;

/**
 * Groups incidents by workflow and fingerprint, the largest groups first. Incidents of runs on processes outside the
 * caller's row filter are not counted.
 *
 * @throws CatalogueError 1202, 1209, 1200 for wrong conditions, 1200 (404) for a workflow or version that does not exist
 */
export const getIncidentGroups =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getIncidentGroups'> =>
  async (caller, query) => {
    const operation = operations.getIncidentGroups;
    const { subProject, access } = await enter(deps.subProjects, caller, query.subProjectId, operation);
    return transaction(
      deps.db,
      async (tx) => {
        const search = await readIncidentSearch(tx, subProject.id, rowCondition(subProject, access), query);
        const { groups, matched } = await groupIncidents(tx, search, { newest: NEWEST, limit: GROUPS + 1 });
        const shown = groups.slice(0, GROUPS);
        const definitionIds = shown.flatMap((group) => group.definitionIds);
        const numbers = await listDefinitionNumbers(tx, subProject.id, definitionIds);
        return {
          groups: shown.map(({ pattern, definitionIds: ids, firstTs, lastTs, ...group }) => ({
            ...group,
            message: pattern,
            firstTs: firstTs.toISOString(),
            lastTs: lastTs.toISOString(),
            versions: ids
              .map((id) => numbers.get(id) ?? 0)
              .toSorted((a, b) => a - b)
              .map(String),
          })),
          incidentCount: Math.min(matched, NEWEST),
          complete: matched <= NEWEST && groups.length <= GROUPS,
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };
