import { operations } from '@millrace/contract';
import { mayNotUpdate } from '../../kernel/errors/access-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import { eraseText } from '../records/write-comment.js';
import { auditComment } from '../rules/audit-comment.js';
import type { CommentDeps } from '../rules/comment-deps.js';
import { lockComment } from '../rules/lock-comment.js';

/** deleteComment: the texts go, that there was a comment stays. Deleting it again changes nothing. */
export const deleteComment =
  ({ subProjects }: Pick<CommentDeps, 'subProjects'>): UseCase<'deleteComment'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.deleteComment);
    const { subProject, access } = scope;
    return caller.write(async (tx) => {
      const comment = await lockComment(tx, caller, scope, request.commentId);
      if (!access.unrestricted && comment.authorId !== principalId(caller.principal)) {
        throw mayNotUpdate('Only the author of a comment and the administrator may delete it.', []);
      }
      if (comment.body === null) return { status: 'success', message: 'The comment is deleted already.' };
      await eraseText(tx, subProject.id, comment.id, new Date());
      await auditComment(tx, caller, { action: 'comment.delete', subProjectId: subProject.id, comment, after: null });
      return { status: 'success', message: 'Comment deleted.' };
    });
  };
