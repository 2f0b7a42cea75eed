import { invalidMember } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { type Queryable, transaction } from '../../postgres/database.js';
import type { UseCase } from '../../use-case/caller.js';
import { boundsWithin, costOf, defaultBounds } from '../records/bounds.js';
import type { Found } from '../records/find-hits.js';
import { areReady, type Source } from '../records/search-fields.js';
import { readLimit, readList } from '../scope/read-request.js';
import { namedPlaces, ownPlaces, type PlaceDeps, type SearchPlace, searchedFields } from '../scope/search-places.js';
import type { Asked } from '../sources/find-both.js';
import type { Hit } from '../sources/hit.js';
import { mergeFound } from '../sources/merge.js';
import { searchComments } from '../sources/search-comments.js';
import { searchFiles } from '../sources/search-files.js';
import { searchProcesses } from '../sources/search-processes.js';
import { searchTasks } from '../sources/search-tasks.js';
import { readQuery } from '../words/read-query.js';

const MOST_NAMED = 20;
const DEFAULT_HITS = 20;
const MOST_HITS = 100;

const searches = { process: searchProcesses, file: searchFiles, task: searchTasks, comment: searchComments };
const allSources: readonly Source[] = ['process', 'file', 'task', 'comment'];

/**
 * search: processes, files, tasks and comments by the words in their texts and by the beginning of their ids, the newest first.
 * It finds what the lists of these show the caller, and in fields that the caller reads (D12).
 *
 * @throws CatalogueError 1200 for a query that cannot be understood
 */
export const search =
  (deps: PlaceDeps): UseCase<'search'> =>
  async (caller, request) => {
    const sources = readList(request, 'sources', allSources) ?? allSources;
    const ids = readList(request, 'subProjectIds');
    if (ids !== undefined && ids.length > MOST_NAMED) {
      throw invalidMember('/subProjectIds', `subProjectIds has ${ids.length} ids. Use at most ${MOST_NAMED}.`);
    }
    const limit = readLimit(request.perPageCount, { most: MOST_HITS, otherwise: DEFAULT_HITS });
    const before = request.after === undefined || request.after === '' ? undefined : request.after.toLowerCase();
    if (before !== undefined && !isUuid(before)) throw invalidMember('/after', 'after must be the next of a page.');
    const asked = { query: readQuery(request.query), before, limit, bounds: deps.bounds ?? defaultBounds };
    const { places, areAll } =
      ids === undefined
        ? await ownPlaces(deps, caller, sources)
        : { places: await namedPlaces(deps, caller, ids, sources), areAll: true };
    return transaction(
      deps.db,
      async (tx) => {
        // One more, to know whether there is another page.
        const found = await searchPlaces(tx, places, { ...asked, limit: limit + 1 });
        const { hits, from } = mergeFound([found], limit);
        return { hits: [...hits], next: from ?? null, complete: areAll && (await hasAllTexts(tx, places)) };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

/** One after the other. What one does not use of its share of the request, those after it have. */
async function searchPlaces(tx: Queryable, places: readonly SearchPlace[], asked: Asked): Promise<Found<Hit>> {
  const parts = places.flatMap(({ subProject, sources }) =>
    [...sources].map(([source, access]) => ({ subProject, source, access })),
  );
  const founds: Found<Hit>[] = [];
  let left = allSources.length * costOf(asked.bounds);
  for (const [index, { subProject, source, access }] of parts.entries()) {
    const bounds = boundsWithin(asked.bounds, left / (parts.length - index));
    const found = await searches[source](tx, subProject, access, { ...asked, bounds });
    left -= found.cost;
    founds.push(found);
  }
  return mergeFound(founds, asked.limit);
}

/** Whether the words of texts from before they were kept are there. */
async function hasAllTexts(tx: Queryable, places: readonly SearchPlace[]): Promise<boolean> {
  for (const { subProject, sources } of places) {
    const texts = [...sources].flatMap(([source, access]) =>
      (source === 'process' ? searchedFields(subProject, access) : ['']).map((field) => ({ source, field })),
    );
    if (!(await areReady(tx, subProject.id, texts))) return false;
  }
  return true;
}
