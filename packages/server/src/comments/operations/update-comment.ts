import { operations } from '@millrace/contract';
import { mayNotUpdate } from '../../kernel/errors/access-errors.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import { replaceText } from '../records/write-comment.js';
import { auditComment } from '../rules/audit-comment.js';
import { checkMentions } from '../rules/check-mentions.js';
import type { CommentDeps } from '../rules/comment-deps.js';
import { readText } from '../rules/comment-text.js';
import { lockComment } from '../rules/lock-comment.js';

/** updateComment: another text for a comment of the caller. Whom the text mentioned before is not judged again. */
export const updateComment =
  ({ subProjects }: Pick<CommentDeps, 'subProjects'>): UseCase<'updateComment'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.updateComment);
    const { subProject } = scope;
    return caller.write(async (tx) => {
      const comment = await lockComment(tx, caller, scope, request.commentId);
      if (comment.authorId !== principalId(caller.principal)) {
        throw mayNotUpdate('Only the author of a comment may change it.', []);
      }
      if (comment.body === null) throw conflict('The comment was deleted.');
      const { body, mentions } = readText(request.body);
      if (body === comment.body) {
        return { status: 'success', message: 'The comment has this text already.', version: String(comment.version) };
      }
      const known = new Set(comment.mentions);
      const added = mentions.filter((id) => !known.has(id));
      await checkMentions(tx, subProject, comment.processId, added);
      await replaceText(tx, subProject.id, comment, { body, mentions, at: new Date() });
      await auditComment(tx, caller, {
        action: 'comment.update',
        subProjectId: subProject.id,
        comment,
        after: { version: comment.version + 1, ...(added.length > 0 ? { mentions: added } : {}) },
      });
      return { status: 'success', message: 'Comment changed.', version: String(comment.version + 1) };
    });
  };
