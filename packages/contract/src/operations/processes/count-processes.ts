import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, model, requiredText, text } from '../../schema/common.js';
import { processFilters } from '../../schema/process.js';
import { Type } from '../../schema/type.js';

export const countProcesses = defineOperation({
  id: 'countProcesses',
  method: 'GET',
  path: '/v1/process/countProcesses',
  tag: 'Processes',
  summary: 'Count processes by value',
  description:
    'Counts the processes that match the filters and that the caller may see, for each state, priority, stage or value of a field. The counts are exact and of one instant.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    filters: processFilters,
    by: requiredText('What to count by: state, priority, stageKey or fields.<name>'),
  }),
  response: Type.Object({
    total: text('Number of processes that match, a decimal string'),
    counts: list(
      model('ValueCount', 'A value and how many processes have it', {
        value: Type.Unknown({ description: 'The value; null stands for no value' }),
        count: text('Number of matching processes that have it, a decimal string'),
      }),
      'The 200 most frequent values, the most frequent first',
    ),
    others: text(
      'Number of matching processes with a value that is not listed. If more than 10,000 processes match, values that fewer than 200 processes have may be among them',
    ),
  }),
  errors: [1200, 1201, 1202, 1203, 1204, 1205, 1230, 1231, 1232],
  process: { leavesOut: 'it' },
  example: {
    request: { filters: JSON.stringify({ subProjectId_id: ids.subProjectId }), by: 'state' },
    answer: {
      total: '28',
      counts: [
        { value: 'IN_REVIEW', count: '16' },
        { value: 'INIT', count: '12' },
      ],
      others: '0',
    },
  },
});
