import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, list, model, requiredText, subProjectId, text, timestamp } from '../../schema/common.js';
import { namesSchema } from '../../schema/tasks/inbox.js';
import { Type } from '../../schema/type.js';

export const getWatchers = defineOperation({
  id: 'getWatchers',
  method: 'GET',
  path: '/v1/process/notifications/getWatchers',
  tag: 'Notifications',
  summary: 'List who watches a process',
  description: 'Lists the people who watch a process, those who began first first.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({ subProjectId, processId: requiredText('Id of the process') }),
  response: Type.Object({
    watching: flag('Whether the caller watches the process'),
    watchers: list(
      model('Watcher', 'Somebody who watches a process', {
        userId: text('Id of the user'),
        reason: text('chosen, or what made the user watch it: created, assigned, commented or mentioned'),
        sinceTs: timestamp('Since when'),
      }),
      'The people, at most 500',
    ),
    names: namesSchema,
  }),
  errors: [1200, 1202, 1204, 1210, 1221],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId },
    answer: {
      watching: true,
      watchers: [{ userId: ids.userId, reason: 'created', sinceTs: createdTs }],
      names: { [ids.userId]: 'Aylin Assignee' },
    },
  },
});
