import { ids, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
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
} from '../../schema/common.js';
import { processFilters } from '../../schema/process.js';
import { timeOrEmpty, wholeNumberOrEmpty, wordOrEmpty } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const getProcessStays = defineOperation({
  id: 'getProcessStays',
  method: 'GET',
  path: '/v1/process/getProcessStays',
  tag: 'Processes',
  summary: 'List what statistics of processes count',
  description:
    'Lists the processes that a number of getProcessStatistics counts, with the same filters: those that are in a state or stage now, for some days or longer, and those that came into it or left it in the time. Those that stay, or stayed, longest come first. A process that came in twice is listed twice. Send from and to as getProcessStatistics answers them.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    filters: processFilters,
    by: Type.Optional(wordOrEmpty(['state', 'stageKey'], 'What value is one of: state or stageKey. Default: state')),
    value: requiredText('The state, or the key of the stage'),
    of: Type.Optional(
      wordOrEmpty(['now', 'entered', 'left'], 'now, entered or left: the number that is listed. Default: now'),
    ),
    fromDays: Type.Optional(
      wholeNumberOrEmpty(
        0,
        36_500,
        'With now: only processes that are in it for this number of days or longer. Default: 0',
      ),
    ),
    from: Type.Optional(timeOrEmpty('Beginning of the time. Default: 30 days before its end')),
    to: Type.Optional(timeOrEmpty('End of the time. Default: now')),
    ...pageQuery,
  }),
  response: Type.Object({
    meta: metaSchema,
    behind: integer('Number of events of the log that are not counted yet'),
    stays: list(
      model('ProcessStay', 'One stay of a process in a state or stage', {
        processId: text('Id of the process'),
        enteredTs: timestamp('When it came in'),
        leftTs: orNull(timestamp('When it left'), 'When it left; null: it has not'),
      }),
      'The stays of the page',
    ),
  }),
  errors: [1200, 1201, 1202, 1203, 1204, 1205, 1230, 1231, 1232],
  process: { leavesOut: 'it' },
  example: {
    request: { ...page, filters: JSON.stringify({ subProjectId_id: ids.subProjectId }), value: 'INIT', of: 'now' },
  },
});
