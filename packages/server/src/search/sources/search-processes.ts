import { processIdsBetween } from '../../processes/records/processes/process-row.js';
import { type ProcessVisibility, processVisibility } from '../../processes/records/visibility/process-visibility.js';
import { type ProcessHit, visibleProcesses } from '../records/visible-processes.js';
import { searchedFields } from '../scope/search-places.js';
import { findBoth, present, type SearchSource, textsOf } from './find-both.js';
import { idMatchesOf, matchesOf } from './hit.js';

const MOST_TITLE = 200;

/** Processes by the words in their fields. Every word may be in another field. */
export const searchProcesses: SearchSource = async (db, subProject, access, asked) => {
  const { query } = asked;
  const fields = searchedFields(subProject, access);
  const visibility = processVisibility(subProject, access);
  const found = await findBoth<ProcessHit>(db, textsOf(subProject, 'process', fields, query), asked, {
    visible: (texts) => visibleProcesses(subProject, access, texts),
    ids: (range) => processIdsBetween(subProject.id, range),
    seesAll: seesTexts(visibility, fields),
  });
  return present(found, ({ id, state, createdTs, fields: values, covered }) => {
    const readable = visibility.fieldsOf(covered);
    const shown = fields.filter((name) => readable.has(name));
    return {
      subProjectId: subProject.id,
      source: 'process',
      id,
      processIds: [id],
      title: titleOf(subProject.businessKey, shown, values),
      state,
      createdTs: createdTs.toISOString(),
      matches: [...idMatchesOf(id, query), ...shown.flatMap((name) => matchesOf(name, values[name], query))],
    };
  });
};

/** Whether these fields are read on every process. */
export const seesTexts = ({ rowFilter, isAlwaysVisible }: ProcessVisibility, fields: readonly string[]): boolean =>
  rowFilter === undefined && fields.every(isAlwaysVisible);

/** The business key, or the first text. */
function titleOf(
  businessKey: string | undefined,
  shown: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string | null {
  const names = businessKey !== undefined && shown.includes(businessKey) ? [businessKey, ...shown] : shown;
  const title = names.map((name) => values[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof title === 'string' ? [...title].slice(0, MOST_TITLE).join('') : null;
}
