import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { integer, list, model, orNull, text, timestamp } from '../../schema/common.js';
import { processFilters } from '../../schema/process.js';
import { formedText, timeOrEmpty, wordOrEmpty } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

const seconds = (description: string) => orNull(integer(description), `${description}, in seconds; null: none left`);

const stayModel = model('ValueStatistics', 'How processes stay in one state or stage', {
  value: text('The state, or the key of the stage'),
  now: integer('Number of processes that are in it now'),
  oldestTs: orNull(timestamp('Since when'), 'Since when the one is in it that came first; null: there is none'),
  ages: list(
    model('AgeCount', 'Processes that are in it for some time', {
      fromDays: integer('For this number of days or longer'),
      count: integer('Number of processes, without those of the next item'),
    }),
    'The processes that are in it now, by for how long they are',
  ),
  entered: integer('How often a process came into it in the time'),
  left: integer('How often a process left it in the time'),
  medianSeconds: seconds('Half of those that left it in the time had stayed so long or shorter'),
  p90Seconds: seconds('Nine of ten that left it in the time had stayed so long or shorter'),
});

export const getProcessStatistics = defineOperation({
  id: 'getProcessStatistics',
  method: 'GET',
  path: '/v1/process/getProcessStatistics',
  tag: 'Processes',
  summary: 'Measure how processes flow',
  description:
    'Tells how the processes that match the filters, and that the caller may see, move through the states or stages: how many are in each and for how long, how many came and left in the time, how long they stayed, and for each hour, day, week or month how many came, left and were there at its end. The numbers are made from the event log, at most some seconds after a change; behind says how many events are not counted yet. Percentiles are exact. A process that was deleted counts nowhere.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    filters: processFilters,
    by: Type.Optional(wordOrEmpty(['state', 'stageKey'], 'What is measured: state or stageKey. Default: state')),
    from: Type.Optional(timeOrEmpty('Beginning of the time. Default: 30 days before its end')),
    to: Type.Optional(timeOrEmpty('End of the time. Default: now')),
    bucket: Type.Optional(
      wordOrEmpty(['hour', 'day', 'week', 'month'], 'Length of a part of the time, 400 of them at most. Default: day'),
    ),
    timeZone: Type.Optional(
      formedText(
        '^([A-Za-z][A-Za-z0-9_+-]{0,40}(/[A-Za-z0-9_+-]{1,40}){0,2})?$',
        'a time zone such as Europe/Berlin',
        'Time zone in which days, weeks and months begin. Default: UTC',
      ),
    ),
  }),
  response: Type.Object({
    from: timestamp('Beginning of the first part of the time'),
    to: timestamp('End of the time'),
    behind: integer('Number of events of the log that are not counted yet'),
    sinceTs: orNull(
      timestamp('Since when'),
      'Since when changes are known, if the log had lost older ones when counting began; null: all are known',
    ),
    values: list(stayModel, 'The states or stages in the order of the configuration; others follow by name'),
    buckets: list(
      model('StatisticsBucket', 'A part of the time', {
        startTs: timestamp('When it begins'),
        values: list(
          model('BucketValue', 'What happened to one state or stage', {
            value: text('The state, or the key of the stage'),
            entered: integer('How often a process came into it'),
            left: integer('How often a process left it'),
            inside: integer('Number of processes that were in it at the end of the part'),
          }),
          'The states or stages in which a process was; those without are left out',
        ),
      }),
      'The parts of the time, the oldest first',
    ),
  }),
  errors: [1200, 1201, 1202, 1203, 1204, 1205, 1230, 1231, 1232],
  process: { leavesOut: 'it' },
  example: {
    request: { filters: JSON.stringify({ subProjectId_id: ids.subProjectId }), by: 'state', bucket: 'day' },
    answer: {
      from: '2026-01-30T00:00:00.000Z',
      to: '2026-01-31T09:30:00.000Z',
      behind: 0,
      sinceTs: null,
      values: [
        {
          value: 'INIT',
          now: 12,
          oldestTs: '2026-01-21T08:00:00.000Z',
          ages: [
            { fromDays: 0, count: 9 },
            { fromDays: 1, count: 2 },
            { fromDays: 7, count: 1 },
            { fromDays: 30, count: 0 },
          ],
          entered: 30,
          left: 18,
          medianSeconds: 5400,
          p90Seconds: 93_600,
        },
      ],
      buckets: [
        {
          startTs: '2026-01-30T00:00:00.000Z',
          values: [{ value: 'INIT', entered: 20, left: 8, inside: 12 }],
        },
      ],
    },
  },
});
