import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { orNull } from '../../../schema/common.js';
import { draftSchema, draftTarget } from '../../../schema/tasks/draft.js';
import { Type } from '../../../schema/type.js';

export const getDraft = defineOperation({
  id: 'getDraft',
  method: 'GET',
  path: '/v1/users/getDraft',
  tag: 'Tasks',
  summary: 'Read a draft',
  description: 'Returns what the caller has typed into a form and not sent yet. A token with scopes may not.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({ ...draftTarget }),
  response: Type.Object({
    draft: orNull(draftSchema, 'The draft; null when there is none'),
  }),
  errors: [1200, 1205],
  example: {
    request: { kind: 'taskForm', key: ids.taskId },
    answer: {
      draft: { kind: 'taskForm', key: ids.taskId, value: { comment: 'The amou' }, version: '3', updatedTs: createdTs },
    },
  },
});
