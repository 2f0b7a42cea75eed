import { rowFilterOf } from '../../access/row-filter.js';
import { type TaskHit, visibleTasks } from '../records/visible-tasks.js';
import { findInTexts, present, type SearchSource } from './find-both.js';
import { idMatchesOf, matchesOf } from './hit.js';

/** Tasks by the words in their names. */
export const searchTasks: SearchSource = async (db, subProject, access, asked) => {
  const { query } = asked;
  const found = await findInTexts<TaskHit>(db, subProject, 'task', asked, {
    visible: (texts) => visibleTasks(subProject, access, texts),
    seesAll: rowFilterOf(access) === undefined,
  });
  return present(found, ({ id, name, state, processId, createdTs }) => ({
    subProjectId: subProject.id,
    source: 'task',
    id,
    processIds: [processId],
    title: name,
    state,
    createdTs: createdTs.toISOString(),
    matches: [...idMatchesOf(id, query), ...matchesOf('name', name, query)],
  }));
};
