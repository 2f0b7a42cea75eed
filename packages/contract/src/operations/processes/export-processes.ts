import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { text } from '../../schema/common.js';
import { processFilters } from '../../schema/process.js';
import { Type } from '../../schema/type.js';

export const exportProcesses = defineOperation({
  id: 'exportProcesses',
  method: 'GET',
  path: '/v1/process/exportProcesses',
  tag: 'Processes',
  summary: 'Export processes',
  description:
    'Streams every process that matches the filters and that the caller may see, newest first, with the fields the caller may see. In CSV, text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe (OWASP: CSV injection).',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    filters: processFilters,
    format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')], {
      description: 'CSV, or one JSON object per line',
    }),
  }),
  response: text(
    'ndjson: one process per line. csv: the columns id, createdTs, updatedTs, version, state, priority, stageKey and fields.<name> for each field',
  ),
  stream: ['application/x-ndjson', 'text/csv'],
  errors: [1200, 1201, 1202, 1203, 1204, 1205, 1230, 1231, 1232],
  process: { leavesOut: 'it' },
  heavy: true,
  example: {
    request: { filters: JSON.stringify({ subProjectId_id: ids.subProjectId }), format: 'csv' },
  },
});
