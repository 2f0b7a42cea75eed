import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const migrateRun = defineOperation({
  id: 'migrateRun',
  method: 'POST',
  path: '/v1/process/workflows/migrateRun',
  tag: 'Operators',
  summary: 'Migrate a run',
  description: 'Moves a run to another version of its workflow; refused with reasons when that would be unsound.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    runId: requiredText('Run'),
    version: optionalText('Target version number; default the current one'),
    mapping: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: Type.String(),
          description: 'Element ids of the old diagram to those of the new one; default the same ids',
        },
      ),
    ),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1009],
});
