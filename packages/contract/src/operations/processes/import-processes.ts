import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, integer, list, model, subProjectId, text, texts } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const importProcesses = defineOperation({
  id: 'importProcesses',
  method: 'POST',
  path: '/v1/process/importProcesses',
  tag: 'Processes',
  summary: 'Create many processes',
  description:
    'Creates a process for each row of CSV or JSON lines, as createProcess does. If a row is not valid, no process is created. With dryRun, nothing is saved and the answer lists the lines that are not valid.',
  extension: true,
  permission: { kind: 'role', grant: 'process.create', denied: 1206 },
  body: Type.Object({
    subProjectId,
    format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')], {
      description: 'CSV, or one JSON object per line',
    }),
    content: Type.String({
      minLength: 1,
      maxLength: 10_485_760,
      description:
        'The rows, at most 10,000. CSV: a header with the columns priority, stageKey and fields.<name>. JSON lines: objects with the members fields, priority and stageKey',
    }),
    dryRun: Type.Optional(flag('Only check the rows. Default false')),
  }),
  response: Type.Object({
    created: text('Number of processes created, or with dryRun the number that would be, a decimal string'),
    ids: texts('Ids of the created processes in the order of the rows; empty with dryRun'),
    errors: list(
      model('ImportError', 'A line that was not imported', {
        line: integer('Line of the content where the row begins, from 1'),
        id: integer('Numeric id of the error'),
        detail: text('What is wrong with the row'),
      }),
      'With dryRun: the rows that are not valid, at most 100',
    ),
  }),
  errors: [1200, 1201, 1202, 1203, 1206, 1222, 1223, 1231, 1232],
  otherStatuses: { 1200: 404 },
  bodyLimit: 16_777_216,
  heavy: true,
  example: {
    request: {
      subProjectId: ids.subProjectId,
      format: 'csv',
      content: 'fields.supplier,fields.amount,priority\nAcme,840,LOW\n',
      dryRun: true,
    },
    answer: { created: '1', ids: [], errors: [] },
  },
});
