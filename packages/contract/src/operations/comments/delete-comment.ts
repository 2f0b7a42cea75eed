import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const deleteComment = defineOperation({
  id: 'deleteComment',
  method: 'POST',
  path: '/v1/process/comments/deleteComment',
  tag: 'Comments',
  summary: 'Delete a comment',
  description:
    'Deletes the text of a comment, with its earlier texts, for good. That there was a comment, and who deleted it, stays. Its author and the administrator may do it. Files of the comment stay attached to the process.',
  extension: true,
  permission: { kind: 'role', grant: 'comment.write', denied: 1207 },
  body: Type.Object({ subProjectId, commentId: requiredText('Id of the comment') }),
  response: statusSchema,
  errors: [1008, 1200, 1202, 1207, 1210],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, commentId: ids.commentId },
    answer: { status: 'success', message: 'Comment deleted.' },
  },
});
