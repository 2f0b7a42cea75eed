import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { commentFiles, commentSubject, commentText } from '../../schema/comments/comment.js';
import { createdSchema, optionalText, requiredText, subProjectId, text, timestamp } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const addComment = defineOperation({
  id: 'addComment',
  method: 'POST',
  path: '/v1/process/comments/addComment',
  tag: 'Comments',
  summary: 'Comment on a process',
  description:
    'Adds a comment to a process, optionally about one of its tasks or runs, or as a reply. Everybody who sees the process and may read comments sees it.',
  extension: true,
  permission: { kind: 'role', grant: 'comment.write', denied: 1206 },
  body: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    body: commentText,
    ...commentSubject,
    parentId: optionalText('Id of the comment on the same process that this one replies to'),
    fileIds: commentFiles,
  }),
  response: Type.Object({
    ...createdSchema.properties,
    version: text('Version of the comment'),
    createdTs: timestamp('When the comment was written'),
  }),
  errors: [1200, 1202, 1210, 1221, 1232, 1704],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId, body: 'The order is known.' },
    answer: { id: ids.commentId, status: 'success', message: 'Comment added.', version: '1', createdTs },
  },
});
