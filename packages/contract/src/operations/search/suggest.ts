import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, list, model, requiredText, subProjectId, text } from '../../schema/common.js';
import { wholeNumberOrEmpty } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const suggest = defineOperation({
  id: 'suggest',
  method: 'GET',
  path: '/v1/suggest',
  tag: 'Processes',
  summary: 'Suggest values of a field',
  description:
    'Lists the values of a searched field that begin with a prefix, without regard to case and accents, the most frequent first. Only processes on which the caller reads the field are counted.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    field: requiredText('Name of the field; search must look at it'),
    prefix: Type.Optional(Type.String({ maxLength: 200, description: 'How the values begin. Default: all values' })),
    perPageCount: Type.Optional(wholeNumberOrEmpty(1, 50, 'Values, 1 to 50. Default "10"')),
  }),
  response: Type.Object({
    values: list(
      model('Suggestion', 'A value of a field', {
        value: text('The value'),
        count: text('Number of processes that have it, of those that were counted'),
      }),
      'The values',
    ),
    complete: flag('false when only the newest processes were counted, or while older values are still being added'),
  }),
  errors: [1200, 1202, 1204, 1205, 1231],
  process: { leavesOut: 'its values' },
  example: {
    request: { subProjectId: ids.subProjectId, field: 'supplier', prefix: 'ac' },
    answer: { values: [{ value: 'Acme', count: '12' }], complete: true },
  },
});
