import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, next, subProjectId } from '../../../schema/common.js';
import { uuid } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';
import { runSchema } from '../../../schema/workflow.js';

export const getStuckRuns = defineOperation({
  id: 'getStuckRuns',
  method: 'GET',
  path: '/v1/process/workflows/getStuckRuns',
  tag: 'Operators',
  summary: 'Check for stuck runs',
  description:
    'A self-check: lists unfinished runs that have no job, timer, task or incident left to advance them. A run that is listed is a defect in Millrace. Failed runs are not listed here. A page looks at 10,000 unfinished runs, so it may be empty and still have a next one.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  query: Type.Object({
    subProjectId,
    after: Type.Optional(uuid('Return the runs after this position, the `next` of the page before')),
  }),
  response: Type.Object({ runs: list(runSchema, 'The stuck runs; normally empty'), next }),
  errors: [1200, 1202, 1209],
  process: { leavesOut: 'the runs on it' },
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: { runs: [], next: null },
  },
});
