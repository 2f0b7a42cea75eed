import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { commentText } from '../../schema/comments/comment.js';
import { requiredText, statusSchema, subProjectId, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const updateComment = defineOperation({
  id: 'updateComment',
  method: 'POST',
  path: '/v1/process/comments/updateComment',
  tag: 'Comments',
  summary: 'Change the text of a comment',
  description:
    'Changes the text of a comment of the caller. The earlier text stays: getComments shows it with include=versions. Send If-Match with a version to change only what you have seen.',
  extension: true,
  permission: { kind: 'role', grant: 'comment.write', denied: 1207 },
  body: Type.Object({ subProjectId, commentId: requiredText('Id of the comment'), body: commentText }),
  response: Type.Object({
    ...statusSchema.properties,
    version: text('Version of the comment now'),
  }),
  errors: [1008, 1009, 1200, 1202, 1207, 1210, 1232],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, commentId: ids.commentId, body: 'The order is not known.' },
    answer: { status: 'success', message: 'Comment changed.', version: '2' },
  },
});
