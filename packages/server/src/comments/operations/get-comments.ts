import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { cursorOf, parseAfter, parseInclude, parsePage } from '../../filters/paging.js';
import { namesOf } from '../../identity/records/names-of.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { CommentRow } from '../records/comment-row.js';
import { listComments, listVersions } from '../records/list-comments.js';
import type { CommentDeps } from '../rules/comment-deps.js';
import { peopleOf, presentComment, readerOf } from '../rules/present-comment.js';

const DEFAULT_COUNT = '50';
/** Of the texts of a page, and again of their earlier texts. A page with longer ones ends sooner. */
const MOST_BYTES = 4 * 1024 * 1024;

/** getComments: the comments of a process that the caller covers, newest first; at most five statements. */
export const getComments =
  ({ db, subProjects }: Pick<CommentDeps, 'db' | 'subProjects'>): UseCase<'getComments'> =>
  async (caller, query) => {
    const { subProject, access } = await enter(subProjects, caller, query.subProjectId, operations.getComments);
    const { process } = await enterProcess(db, subProject, access, query.processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.outsideRowFilter,
    });
    const { limit } = parsing(metaErrorIds, () => parsePage({ perPageCount: query.perPageCount ?? DEFAULT_COUNT }));
    const after = parsing(metaErrorIds, () => parseAfter(query.after));
    const include = parsing(metaErrorIds, () => parseInclude(query.include, ['versions'] as const));
    const search = {
      subProjectId: subProject.id,
      processId: process.id,
      taskId: idOf('taskId', query.taskId),
      runId: idOf('runId', query.runId),
    };
    const found = await listComments(db, search, after, limit + 1, MOST_BYTES);
    const comments = found.slice(0, limit);
    const last = found.length > comments.length || bytesOf(found) > MOST_BYTES ? comments.at(-1) : undefined;
    const versions = include.has('versions')
      ? await listVersions(
          db,
          subProject.id,
          comments.map(({ id }) => id),
          MOST_BYTES,
        )
      : undefined;
    const reader = readerOf(caller.principal, subProject);
    return {
      comments: comments.map((comment) =>
        presentComment(comment, reader, versions === undefined ? undefined : (versions.get(comment.id) ?? [])),
      ),
      next: last === undefined ? null : cursorOf(last),
      names: await namesOf(db, peopleOf(comments)),
    };
  };

const bytesOf = (comments: readonly CommentRow[]): number =>
  comments.reduce((sum, { body }) => sum + Buffer.byteLength(body ?? ''), 0);

function idOf(member: string, id: string | undefined): string | undefined {
  if (id === undefined || id === '' || isUuid(id)) return id === '' ? undefined : id;
  throw invalidMember(`/${member}`, `${member} must be a UUID.`);
}
