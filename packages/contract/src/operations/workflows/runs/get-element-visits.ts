import { ids, page } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import {
  integer,
  list,
  metaSchema,
  model,
  orNull,
  pageQuery,
  requiredText,
  text,
  timestamp,
} from '../../../schema/common.js';
import { wordOrEmpty } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';
import { visitQuery } from './get-element-statistics.js';

export const getElementVisits = defineOperation({
  id: 'getElementVisits',
  method: 'GET',
  path: '/v1/process/workflows/getElementVisits',
  tag: 'Operators',
  summary: 'List what statistics of an element count',
  description:
    'Lists the visits of an element that a number of getElementStatistics counts, with the same conditions: those that go on, or those that were completed or cancelled in the time. Those that take longest come first.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    ...visitQuery,
    elementId: requiredText('Id of the element in the diagram'),
    kind: Type.Optional(
      wordOrEmpty(
        ['waiting', 'passed', 'cancelled'],
        'waiting, passed or cancelled: the number that is listed. Default: waiting',
      ),
    ),
    ...pageQuery,
  }),
  response: Type.Object({
    meta: metaSchema,
    version: text('Version whose runs are counted'),
    visits: list(
      model('ElementVisit', 'One run at one element', {
        runId: text('Id of the run'),
        processId: text('Id of the process that it runs on'),
        key: integer('Number of the element instance within the run'),
        enteredTs: timestamp('When it came to the element'),
        leftTs: orNull(timestamp('When it left'), 'When it left; null: it has not'),
      }),
      'The visits of the page',
    ),
  }),
  errors: [1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { leavesOut: 'the runs on it' },
  example: {
    request: {
      ...page,
      subProjectId: ids.subProjectId,
      workflowId: ids.workflowId,
      elementId: 'decide',
      kind: 'waiting',
    },
  },
});
