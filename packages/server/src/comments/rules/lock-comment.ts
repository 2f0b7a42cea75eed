import type { Access } from '../../access/authorize.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { notFound, preconditionFailed } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller } from '../../use-case/caller.js';
import type { CommentRow } from '../records/comment-row.js';
import { findComment } from '../records/write-comment.js';

/**
 * Locks the comment that a request changes, on a process that the caller covers. The process is locked first, as deleting it
 * does.
 *
 * @throws CatalogueError 1200 (404) for an unknown comment, 1210, 1008 when If-Match names another version
 */
export async function lockComment(
  tx: Transaction,
  caller: Caller,
  { subProject, access }: { readonly subProject: SubProject; readonly access: Access },
  commentId: string,
): Promise<CommentRow> {
  const named = await findComment(tx, subProject.id, commentId, { lock: false });
  if (named === undefined) throw unknown(commentId);
  await enterProcess(tx, subProject, access, named.processId, {
    unknown: { id: errorIds.invalidRequest, status: 404 },
    outside: errorIds.outsideRowFilter,
    lock: 'keep',
  });
  const comment = await findComment(tx, subProject.id, named.id, { lock: true });
  if (comment === undefined) throw unknown(commentId);
  const { ifMatch } = caller;
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== String(comment.version)) {
    throw preconditionFailed(
      `The comment is in version ${comment.version}, not in the version that If-Match names. Read it again.`,
    );
  }
  return comment;
}

const unknown = (commentId: string) => notFound('comment', commentId, ' in this sub-project');
