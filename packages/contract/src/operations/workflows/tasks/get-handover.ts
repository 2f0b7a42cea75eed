import { ids, page } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, metaSchema, model, pageQuery, subProjectId, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { taskSchema } from '../../../schema/workflow.js';

export const getHandover = defineOperation({
  id: 'getHandover',
  method: 'GET',
  path: '/v1/process/workflows/getHandover',
  tag: 'Tasks',
  summary: 'List tasks of people who left',
  description:
    'Lists open tasks that are assigned to people who are disabled, by priority and age: somebody else has to take them over. An operator completes them, or releases them with releaseTask so that others may claim them.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  query: Type.Object({ subProjectId, ...pageQuery }),
  response: Type.Object({
    meta: metaSchema,
    tasks: list(
      model('HandoverTask', 'A task of a person who left', {
        task: taskSchema,
        person: model('FormerMember', 'The person who left', {
          userId: text('Id of the user'),
          name: text('Full name'),
        }),
      }),
      'The tasks of the page',
    ),
  }),
  errors: [1200, 1202, 1209],
  process: { leavesOut: 'the tasks on it' },
  example: { request: { ...page, subProjectId: ids.subProjectId } },
});
