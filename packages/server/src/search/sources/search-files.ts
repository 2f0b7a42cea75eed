import { processIdsOf } from '../../files/records/list-files.js';
import { type FileHit, visibleFiles } from '../records/visible-files.js';
import { findInTexts, present, type SearchSource } from './find-both.js';
import { idMatchesOf, matchesOf } from './hit.js';

/** Files by the words in their names. */
export const searchFiles: SearchSource = async (db, subProject, access, asked) => {
  const { query } = asked;
  const found = await findInTexts<FileHit>(db, subProject, 'file', asked, {
    visible: (texts) => visibleFiles(subProject, access, texts),
    seesAll: access.unrestricted,
  });
  const ids = found.hits.map(({ id }) => id);
  const processIds =
    ids.length === 0 ? new Map<string, string[]>() : await processIdsOf(db, { subProject, access }, ids);
  return present(found, ({ id, fileName, createdTs }) => ({
    subProjectId: subProject.id,
    source: 'file',
    id,
    processIds: [...(processIds.get(id) ?? [])],
    title: fileName,
    state: null,
    createdTs: createdTs.toISOString(),
    matches: [...idMatchesOf(id, query), ...matchesOf('fileName', fileName, query)],
  }));
};
