import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText } from '../../schema/common.js';

export const deleteStorage = defineOperation({
  id: 'deleteStorage',
  method: 'POST',
  path: '/v1/process/knowledges/deleteStorage',
  tag: 'Files',
  summary: 'Delete or recover files',
  description: 'Deletes files, or recovers deleted ones; all or nothing, idempotent (D32).',
  extension: false,
  permission: { kind: 'role', grant: 'file.delete', denied: 1207 },
  body: Type.Object({
    fileIds: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Files to act on',
    }),
    recover: Type.Optional(Type.Boolean({ default: false, description: 'true recovers, false (default) deletes' })),
    subProjectId: optionalText('Extension: all files must belong to this sub-project'),
  }),
  response: Type.Object({ success: Type.Boolean(), message: Type.String() }),
  errors: [1200, 1207, 1704, 1712],
});
