import type { operations, RequestOf } from '@millrace/contract';
import type { Fragment, Queryable } from '../../postgres/database.js';
import type { IncidentSearch } from '../records/list-incidents.js';
import { readChoice, readList, readText, readTimeRange, readWorkflow } from './read-search.js';

type IncidentQuery = Omit<RequestOf<typeof operations.getIncidentGroups>, 'subProjectId'>;

/**
 * Which incidents a request is about.
 *
 * @param visible condition over the process `p` of a run
 * @throws CatalogueError 1200 for values that cannot be understood, 1200 (404) for a workflow or version that does not exist
 */
export async function readIncidentSearch(
  db: Queryable,
  subProjectId: string,
  visible: Fragment,
  query: IncidentQuery,
): Promise<IncidentSearch> {
  return {
    subProjectId,
    visible,
    state: readChoice(query, 'state', ['OPEN', 'RESOLVED', 'ALL']) ?? 'OPEN',
    kinds: readList(query, 'kind'),
    elementId: readText(query, 'elementId'),
    fingerprint: readText(query, 'fingerprint'),
    message: readText(query, 'message'),
    created: readTimeRange(query, 'created'),
    ...(await readWorkflow(db, subProjectId, query)),
  };
}
