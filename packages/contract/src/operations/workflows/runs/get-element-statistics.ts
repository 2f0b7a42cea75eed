import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import {
  integer,
  list,
  model,
  orNull,
  queryText,
  requiredText,
  subProjectId,
  text,
  timestamp,
} from '../../../schema/common.js';
import { timeOrEmpty } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';

const milliseconds = (description: string) =>
  orNull(integer(description), `${description}, in milliseconds; null: none`);

/** Which runs of a workflow, and which time, statistics of elements are about. */
export const visitQuery = {
  subProjectId,
  workflowId: requiredText('Id of the workflow'),
  version: queryText('Version of the workflow whose runs count. Default: the current one'),
  from: Type.Optional(timeOrEmpty('Beginning of the time. Default: 30 days before its end')),
  to: Type.Optional(timeOrEmpty('End of the time. Default: now')),
};

export const getElementStatistics = defineOperation({
  id: 'getElementStatistics',
  method: 'GET',
  path: '/v1/process/workflows/getElementStatistics',
  tag: 'Operators',
  summary: 'Measure the elements of a workflow',
  description:
    'Tells for each element of one version of a workflow how many runs wait there now, how many passed it in the time or were cancelled there, and how long those that passed took; for each sequence flow, how often it was taken. Only runs on processes that the caller may see count. The numbers are those of the timelines in one instant: nothing is behind. getElementVisits lists what each of them counts. Runs that follow another version count there; a run that was migrated counts at the version that it follows now. An activity that repeats counts once, from its first to its last instance; what runs inside a called process counts at its own workflow only when it runs by itself.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object(visitQuery),
  response: Type.Object({
    workflowId: text('Id of the workflow'),
    version: text('Version whose runs are counted'),
    from: timestamp('Beginning of the time'),
    to: timestamp('End of the time'),
    elements: list(
      model('ElementStatistics', 'How runs pass one element', {
        elementId: text('Id of the element in the diagram'),
        waiting: integer('Number of visits that go on now'),
        oldestTs: orNull(timestamp('Since when'), 'When the longest of those began; null: there is none'),
        passed: integer('Number of visits that were completed in the time'),
        cancelled: integer('Number of visits that were cancelled in the time'),
        medianMs: milliseconds('Half of those that were completed took so long or shorter'),
        p90Ms: milliseconds('Nine of ten took so long or shorter'),
        p99Ms: milliseconds('99 of 100 took so long or shorter'),
        longestMs: milliseconds('The longest took so long'),
      }),
      'The elements for which a number is not 0',
    ),
    flows: list(
      model('FlowStatistics', 'How often a sequence flow was taken', {
        flowId: text('Id of the sequence flow in the diagram'),
        taken: integer('How often it was taken in the time'),
      }),
      'The sequence flows that were taken',
    ),
  }),
  errors: [1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { leavesOut: 'the runs on it' },
  example: {
    request: { subProjectId: ids.subProjectId, workflowId: ids.workflowId },
  },
});
