import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, list, subProjectId } from '../../../schema/common.js';
import { queueSchema, timerCountsSchema } from '../../../schema/queue.js';
import { Type } from '../../../schema/type.js';

export const getQueues = defineOperation({
  id: 'getQueues',
  method: 'GET',
  path: '/v1/process/workflows/getQueues',
  tag: 'Operators',
  summary: 'Show job queues',
  description:
    'Shows the open jobs of a sub-project by type, at most 200 types of external jobs: how many wait, since when, and who works on some. Jobs that Millrace does itself, and timers, are counted among 10,000 open jobs. The jobs are of all runs, so a role with a row filter or stages is refused.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  query: Type.Object({ subProjectId }),
  response: Type.Object({
    queues: list(queueSchema, 'The queues: the one whose job has waited for longest first'),
    timers: timerCountsSchema,
    complete: flag('false when there are more types or open jobs than were looked at'),
  }),
  errors: [1200, 1202, 1209],
  process: { takesUnlimited: 1209 },
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: {
      queues: [
        {
          lane: 'external',
          type: 'ocr-scan',
          waiting: 412,
          inWork: 2,
          later: 3,
          oldestDueTs: createdTs,
          workers: ['ocr-1'],
        },
      ],
      timers: { scheduled: 14, due: 0, overdue: 0 },
      complete: true,
    },
  },
});
