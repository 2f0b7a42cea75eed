import type { UseCases } from '../use-case/caller.js';
import type { ActivityDeps } from './activity/activity-deps.js';
import { addComment } from './operations/add-comment.js';
import { deleteComment } from './operations/delete-comment.js';
import { getComments } from './operations/get-comments.js';
import { getProcessActivity } from './operations/get-process-activity.js';
import { updateComment } from './operations/update-comment.js';
import type { CommentDeps } from './rules/comment-deps.js';

/** The operations on comments, and on what happens to processes. */
export const commentUseCases = (deps: CommentDeps & ActivityDeps) =>
  ({
    addComment: addComment(deps),
    getComments: getComments(deps),
    getProcessActivity: getProcessActivity(deps),
    updateComment: updateComment(deps),
    deleteComment: deleteComment(deps),
  }) satisfies Partial<UseCases>;
