import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, optionalText } from '../../../schema/common.js';
import { draftTarget, savedDraftSchema } from '../../../schema/tasks/draft.js';
import { Type } from '../../../schema/type.js';

export const saveDraft = defineOperation({
  id: 'saveDraft',
  method: 'POST',
  path: '/v1/users/saveDraft',
  tag: 'Tasks',
  summary: 'Save a draft',
  description:
    'Keeps what the caller has typed into a form, for all devices of the caller: at most 256 kB, at most 200 drafts of a person, for 90 days after the last save. A draft of a task ends with the task. If another device saved meanwhile, the answer is 1009: read the draft, and save with its version. A token with scopes may not.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({
    ...draftTarget,
    value: jsonObject('What was typed'),
    version: optionalText('The version that was read or saved before. Absent: there is no such draft yet'),
  }),
  response: savedDraftSchema,
  errors: [1009, 1200, 1207, 1232],
  example: {
    request: { kind: 'taskForm', key: ids.taskId, value: { comment: 'The amount' } },
    answer: { version: '1', updatedTs: createdTs },
  },
});
