import { operations } from '@millrace/contract';
import { invalidMember, unknownField } from '../../kernel/errors/request-errors.js';
import { foldText } from '../../kernel/text/fold-text.js';
import { transaction } from '../../postgres/database.js';
import { processVisibility } from '../../processes/records/visibility/process-visibility.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { defaultBounds } from '../records/bounds.js';
import { findHits } from '../records/find-hits.js';
import { areReady } from '../records/search-fields.js';
import { type ValueHit, visibleProcesses, visibleValues } from '../records/visible-processes.js';
import { readLimit } from '../scope/read-request.js';
import { type PlaceDeps, searchedFields } from '../scope/search-places.js';
import { textsOf } from '../sources/find-both.js';
import { seesTexts } from '../sources/search-processes.js';
import { readQuery } from '../words/read-query.js';

const DEFAULT_VALUES = 10;
const MOST_VALUES = 50;
/** Processes whose values are counted at most, the newest. */
const COUNTED = 2000;

/**
 * suggest: the values of a searched field that begin so, without regard to case and accents, with the number of processes that
 * have each; only of processes on which the caller reads the field.
 *
 * @throws CatalogueError 1231 for a field that the caller may not read, as for one that does not exist
 */
export const suggest =
  (deps: PlaceDeps): UseCase<'suggest'> =>
  async (caller, { subProjectId, field, prefix = '', perPageCount }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.suggest);
    const isReadable = access.unrestricted || access.roles.some((role) => role.read?.has(field) === true);
    if (!subProject.fields.has(field) || !isReadable) {
      throw unknownField(`The sub-project has no field "${field.slice(0, 100)}".`, [
        { pointer: '/field', detail: 'is no field that the caller may read' },
      ]);
    }
    if (!searchedFields(subProject, access).includes(field)) {
      throw invalidMember(
        '/field',
        `Search does not look at the field "${field}". Declare it with x-searchable: true.`,
      );
    }
    const limit = readLimit(perPageCount, { most: MOST_VALUES, otherwise: DEFAULT_VALUES });
    const texts = textsOf(subProject, 'process', [field], readQuery(prefix, 'prefix'));
    const bounds = deps.bounds ?? defaultBounds;
    return transaction(
      deps.db,
      async (tx) => {
        const visible = visibleValues(subProject, access, field, foldText(prefix));
        const withWord = seesTexts(processVisibility(subProject, access), [field])
          ? undefined
          : (word: string) => visibleProcesses(subProject, access, { ...texts, words: [word] });
        const wanted = { before: undefined, limit: COUNTED, visible, withWord, bounds };
        const found = await findHits<ValueHit>(tx, texts, wanted);
        const isReady = await areReady(tx, subProject.id, [{ source: 'process', field }]);
        return { values: commonest(found.hits, limit), complete: isReady && found.from === undefined };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

function commonest(hits: readonly ValueHit[], limit: number) {
  const counts = new Map<string, number>();
  for (const { value } of hits) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([value, count]) => ({ value, count: String(count) }));
}
