import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';

export const importProcesses = defineOperation({
  id: 'importProcesses',
  method: 'POST',
  path: '/v1/process/importProcesses',
  tag: 'Processes',
  summary: 'Create many processes',
  description:
    'Creates a process per row of CSV or JSON lines, each as createProcess would: all of them or, when a row is not right, none (D16). With dryRun nothing is kept, and the answer says what is wrong with which line.',
  extension: true,
  permission: { kind: 'role', grant: 'process.create', denied: 1206 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')]),
    content: Type.String({
      minLength: 1,
      maxLength: 10_485_760,
      description:
        'At most 10,000 rows. CSV: a header with priority, stageKey, fields.<name>; JSON lines: objects with fields, priority, stageKey',
    }),
    dryRun: Type.Optional(Type.Boolean({ description: 'Say what would happen; default false' })),
  }),
  response: Type.Object({
    created: Type.String({ description: 'Processes that were created, or with dryRun that would be' }),
    ids: Type.Array(Type.String(), { description: 'Their ids in the order of the rows; none with dryRun' }),
    errors: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Line of the content where the row begins, from 1' }),
        id: Type.Integer({ description: 'Numeric id of the error' }),
        detail: Type.String(),
      }),
      { description: 'With dryRun: what is wrong, at most 100' },
    ),
  }),
  errors: [1200, 1201, 1202, 1203, 1206, 1222, 1223, 1231, 1232],
  bodyLimit: 16_777_216,
});
