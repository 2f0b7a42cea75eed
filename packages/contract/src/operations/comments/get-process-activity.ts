import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { activityKinds, activitySchema } from '../../schema/comments/activity.js';
import { list, next, perPage, requiredText, subProjectId } from '../../schema/common.js';
import { namesSchema } from '../../schema/tasks/inbox.js';
import { cursorOrEmpty, nameList } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const getProcessActivity = defineOperation({
  id: 'getProcessActivity',
  method: 'GET',
  path: '/v1/process/getProcessActivity',
  tag: 'Comments',
  summary: 'Read what happened to a process',
  description:
    'Lists changes, comments, decisions, runs, tasks and files of a process, newest first. Comments need the right comment.read, runs, tasks and decisions workflow.read, and files file.read; kinds that the caller may not read are left out. Of changes the fields that the caller may not see are left out.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    kinds: Type.Optional(
      nameList(activityKinds, 'Comma-separated kinds: change, comment, decision, run, task, file. Default: all'),
    ),
    after: Type.Optional(cursorOrEmpty('Return what was before this position, the `next` of the page before')),
    perPageCount: Type.Optional(perPage('Entries of a page, 1 to 200. Default "50"', 200)),
  }),
  response: Type.Object({
    activity: list(activitySchema, 'The entries of the page; it ends sooner after 4 MiB of them'),
    next,
    names: namesSchema,
  }),
  errors: [1200, 1202, 1204, 1210, 1221],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId },
    answer: {
      activity: [
        {
          id: '01971f2e-6c00-7a11-8000-000000000141',
          kind: 'change',
          action: 'process.update',
          at: createdTs,
          by: { id: ids.userId, name: 'Aylin Assignee' },
          traceId: '01971f2e-6c00-7a11-8000-000000000151',
          changes: [{ name: 'priority', before: 'MEDIUM', after: 'HIGH' }],
        },
      ],
      next: null,
      names: {},
    },
  },
});
