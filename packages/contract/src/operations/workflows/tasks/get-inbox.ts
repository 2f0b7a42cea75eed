import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, next, optionalText, queryText } from '../../../schema/common.js';
import { inboxCountsSchema, inboxTaskSchema, namesSchema } from '../../../schema/tasks/inbox.js';
import { timeOrEmpty, wholeNumberOrEmpty, wordOrEmpty } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';

const bounds = <Name extends string>(name: Name, what: string) =>
  ({
    [`${name}From`]: Type.Optional(timeOrEmpty(`Return only tasks ${what} at this time or later`)),
    [`${name}To`]: Type.Optional(timeOrEmpty(`Return only tasks ${what} before this time`)),
  }) as Record<`${Name}From` | `${Name}To`, ReturnType<typeof optionalText>>;

export const getInbox = defineOperation({
  id: 'getInbox',
  method: 'GET',
  path: '/v1/process/workflows/getInbox',
  tag: 'Tasks',
  summary: 'List the tasks of the caller',
  description:
    'Lists the tasks of the caller in all sub-projects, each with what it is about and what the caller may do with it: tasks assigned to the caller, tasks the caller may claim, or tasks the caller completed. It looks at the first 200 sub-projects of the caller by name. Conditions and row filters that leave out so many tasks that a page takes more than 5 seconds to find are refused (1200).',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({
    view: Type.Optional(
      wordOrEmpty(
        ['mine', 'team', 'done'],
        'mine: open and assigned to the caller; team: open and the caller may claim them; done: completed by the caller. Default "mine"',
      ),
    ),
    subProjectIds: optionalText('Return only tasks of these sub-projects: comma-separated ids'),
    workflowIds: optionalText('Return only tasks of these workflows: comma-separated ids'),
    assignee: queryText(
      'With view=team: return the open tasks that this user has, of those that the caller may see, instead of unassigned ones',
    ),
    priorityFrom: Type.Optional(
      wholeNumberOrEmpty(0, 100, 'Return only tasks of this priority or a higher one, 0 to 100'),
    ),
    priorityTo: Type.Optional(
      wholeNumberOrEmpty(0, 100, 'Return only tasks of this priority or a lower one, 0 to 100'),
    ),
    ...bounds('dueTs', 'due'),
    ...bounds('followUpTs', 'to be followed up'),
    ...bounds('createdTs', 'created'),
    text: queryText('Return only tasks whose name contains this text; case makes no difference'),
    sort: Type.Optional(
      wordOrEmpty(
        ['due', 'priority', 'created', '-created'],
        'due: the earliest due date first, tasks without one last; priority: the highest first, then the oldest; created: the oldest first; -created: the newest first. Default "due". With view=done always the latest decision first',
      ),
    ),
    after: queryText('Return the tasks after this position, the `next` of the page before'),
    limit: Type.Optional(wholeNumberOrEmpty(1, 100, 'Tasks at most, 1 to 100. Default "25"')),
  }),
  response: Type.Object({
    tasks: list(inboxTaskSchema, 'The tasks of the page'),
    next,
    names: namesSchema,
    counts: inboxCountsSchema,
  }),
  errors: [1200],
  process: { leavesOut: 'the tasks on it' },
  example: {
    request: { view: 'team', subProjectIds: ids.subProjectId, sort: 'due', limit: '25' },
    answer: {
      tasks: [
        {
          task: {
            id: ids.taskId,
            runId: ids.runId,
            workflowId: ids.workflowId,
            processId: ids.processId,
            elementId: 'decide',
            name: 'Approve invoice',
            state: 'OPEN',
            assignee: null,
            candidateGroups: ['MANAGER'],
            candidateUsers: [],
            dueTs: null,
            followUpTs: null,
            priority: 50,
            form: null,
            approved: null,
            createdTs,
            completedTs: null,
          },
          subProject: { id: ids.subProjectId, name: 'Invoice approvals' },
          workflow: { id: ids.workflowId, name: 'Manager approval' },
          hasForm: false,
          commentRequired: false,
          overdue: false,
          allowed: { claim: true, release: false, decide: true, assign: true, update: false },
          onBehalfOf: null,
          process: {
            id: ids.processId,
            state: 'IN_REVIEW',
            priority: 'MEDIUM',
            stageKey: 'stage_init',
            title: 'Acme',
            fields: { supplier: 'Acme', amount: 840 },
          },
        },
      ],
      next: null,
      names: {},
      counts: { mine: 0, team: 1, overdue: 0, atLeast: false },
    },
  },
});
