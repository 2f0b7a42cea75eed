import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const resolveQuarantine = defineOperation({
  id: 'resolveQuarantine',
  method: 'POST',
  path: '/v1/process/knowledges/resolveQuarantine',
  tag: 'Operators',
  summary: 'Scan a file again, or release it',
  description:
    'Decides about a file in quarantine: scan sends it to the scanner again, release allows downloads without a verdict of the scanner.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object({
    subProjectId,
    fileId: requiredText('Id of the file'),
    action: Type.Union([Type.Literal('scan'), Type.Literal('release')], { description: 'What to do' }),
    reason: optionalText('Why, for the audit log'),
  }),
  response: statusSchema,
  errors: [1009, 1200, 1201, 1202, 1207, 1704],
  example: {
    request: { subProjectId: ids.subProjectId, fileId: ids.fileId, action: 'scan' },
    answer: { status: 'success', message: 'The file is scanned again.' },
  },
});
