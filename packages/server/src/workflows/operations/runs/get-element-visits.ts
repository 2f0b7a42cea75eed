import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { metaOf, parsePage } from '../../../filters/paging.js';
import { notFound } from '../../../kernel/errors/request-errors.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { listVisits, visitKinds } from '../../records/visits/element-visits.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readChoice } from '../../search/read-search.js';
import { readVisitSearch, readVisits } from '../../search/read-visit-search.js';

/**
 * getElementVisits: the visits behind a number of getElementStatistics, longest first (D175).
 *
 * @throws CatalogueError as getElementStatistics, and 1200 (404) for an element that the diagram does not have
 */
export const getElementVisits =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'definitions'>): UseCase<'getElementVisits'> =>
  async (caller, query) => {
    const reader = await enter(deps.subProjects, caller, query.subProjectId, operations.getElementVisits);
    const page = parsing(metaErrorIds, () => parsePage(query));
    const kind = readChoice(query, 'kind', visitKinds) ?? 'waiting';
    const { search, version } = await readVisitSearch(deps, reader, query);
    const { elementId } = query;
    if (!search.elements.includes(elementId)) throw notFound('element', elementId, ' in this version of the workflow');
    const { total, visits } = await readVisits(deps.db, (db) =>
      listVisits(db, search, { elementId, kind, limit: page.limit, offset: page.offset }),
    );
    return {
      meta: metaOf(page, total),
      version,
      visits: visits.map(({ enteredTs, leftTs, ...visit }) => ({
        ...visit,
        enteredTs: enteredTs.toISOString(),
        leftTs: leftTs?.toISOString() ?? null,
      })),
    };
  };
