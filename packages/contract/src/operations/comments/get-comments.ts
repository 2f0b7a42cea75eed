import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { commentSchema, commentSubject } from '../../schema/comments/comment.js';
import { list, next, perPage, requiredText, subProjectId } from '../../schema/common.js';
import { namesSchema } from '../../schema/tasks/inbox.js';
import { cursorOrEmpty, nameList } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const getComments = defineOperation({
  id: 'getComments',
  method: 'GET',
  path: '/v1/process/comments/getComments',
  tag: 'Comments',
  summary: 'List comments',
  description:
    'Lists the comments of a process, newest first. Deleted ones are shown without their text. A page ends sooner when its texts have more than 4 MiB; earlier texts are shown up to 4 MiB for each page.',
  extension: true,
  permission: { kind: 'role', grant: 'comment.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    ...commentSubject,
    after: Type.Optional(cursorOrEmpty('Return the comments after this position, the `next` of the page before')),
    perPageCount: Type.Optional(perPage('Comments of a page, 1 to 1000. Default "50"')),
    include: Type.Optional(nameList(['versions'], 'Comma-separated members to add: versions')),
  }),
  response: Type.Object({
    comments: list(commentSchema, 'The comments of the page'),
    next,
    names: namesSchema,
  }),
  errors: [1200, 1202, 1210, 1221],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId },
    answer: {
      comments: [
        {
          id: ids.commentId,
          processId: ids.processId,
          taskId: null,
          runId: null,
          parentId: null,
          authorId: ids.userId,
          body: 'The order is known.',
          mentions: [],
          fileIds: [],
          createdTs,
          editedTs: null,
          deletedTs: null,
          version: '1',
          mayUpdate: true,
          mayDelete: true,
        },
      ],
      next: null,
      names: { [ids.userId]: 'Aylin Assignee' },
    },
  },
});
