import { ids, page } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { metaSchema, optionalFilterText, pageQuery, queryText, subProjectId } from '../../../schema/common.js';
import { namesSchema } from '../../../schema/tasks/inbox.js';
import { nameList } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';
import { taskSchema } from '../../../schema/workflow.js';

export const getTasks = defineOperation({
  id: 'getTasks',
  method: 'GET',
  path: '/v1/process/workflows/getTasks',
  tag: 'Tasks',
  summary: 'List tasks',
  description:
    'Lists human tasks by priority and age: tasks assigned to the caller, tasks the caller may claim, or all tasks the caller may see.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    view: Type.Optional(
      Type.Union([Type.Literal('mine'), Type.Literal('claimable'), Type.Literal('all')], {
        description:
          'mine: assigned to the caller; claimable: the caller may claim them; both also for persons for whom the caller is a substitute now; all. Default "all"',
      }),
    ),
    state: Type.Optional(
      Type.Union([Type.Literal('OPEN'), Type.Literal('COMPLETED'), Type.Literal('CANCELLED')], {
        description: 'State of the tasks. Default "OPEN"',
      }),
    ),
    runId: queryText('Return only tasks of this run'),
    processId: queryText('Return only tasks of runs on this process'),
    filters: optionalFilterText(
      'JSON object of filters by the clocks of the tasks or of their processes: sla.<key>.dueTs and sla.<key>.state, e.g. {"sla.answer.state":"BREACHED"}',
    ),
    sort: queryText(
      'sla.<key>.dueTs: those that are due first; "-" before it: those that are due last. Tasks without it come last',
    ),
    ...pageQuery,
    include: Type.Optional(
      nameList(
        ['allowed', 'names', 'clocks'],
        'Comma-separated members to add: allowed (what the caller may do with each task), names (of the users that the tasks name), clocks',
      ),
    ),
  }),
  response: Type.Object({
    meta: metaSchema,
    tasks: Type.Array(taskSchema, { description: 'The tasks of the page' }),
    names: Type.Optional(namesSchema),
  }),
  errors: [1200, 1202, 1205],
  process: { leavesOut: 'the tasks on it' },
  example: {
    request: { ...page, subProjectId: ids.subProjectId, view: 'claimable' },
  },
});
