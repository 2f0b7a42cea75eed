import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';

export const exportProcesses = defineOperation({
  id: 'exportProcesses',
  method: 'GET',
  path: '/v1/process/exportProcesses',
  tag: 'Processes',
  summary: 'Export processes',
  description:
    'Streams every process that matches the filters and that the caller may see, newest first, with the fields it may see. In CSV a text that a spreadsheet would take for a formula has an apostrophe before it (OWASP: CSV injection).',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    filters: Type.String({
      minLength: 1,
      maxLength: 65_536,
      description: 'JSON object of filters as in getProcess; subProjectId_id is required (D5)',
    }),
    format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')]),
  }),
  response: Type.String({
    description:
      'One process as JSON per line; or rows with the columns id, createdTs, updatedTs, version, state, priority, stageKey and fields.<name> of each field',
  }),
  stream: ['application/x-ndjson', 'text/csv'],
  errors: [1200, 1201, 1202, 1203, 1204, 1205, 1230, 1231, 1232],
});
