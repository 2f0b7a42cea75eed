import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { statusSchema } from '../../../schema/common.js';
import { draftTarget } from '../../../schema/tasks/draft.js';
import { Type } from '../../../schema/type.js';

export const deleteDraft = defineOperation({
  id: 'deleteDraft',
  method: 'POST',
  path: '/v1/users/deleteDraft',
  tag: 'Tasks',
  summary: 'Delete a draft',
  description:
    'Deletes what the caller has typed into a form. Nothing happens if there is no such draft. A token with scopes may not.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({ ...draftTarget }),
  response: statusSchema,
  errors: [1200, 1207],
  example: {
    request: { kind: 'taskForm', key: ids.taskId },
    answer: { status: 'success', message: 'The draft is deleted.' },
  },
});
