import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { closedFileSchema } from '../../schema/file.js';

export const closeSignedStorage = defineOperation({
  id: 'closeSignedStorage',
  method: 'POST',
  path: '/v1/process/knowledges/closeSignedStorage',
  tag: 'Files',
  summary: 'Close a signed upload',
  description:
    'Verifies that the file is present in the storage and unlocks it; closing again gives the same answer (D30).',
  extension: false,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({ subProjectId: requiredText('Sub-project'), fileId: requiredText('File') }),
  response: Type.Object({ file: closedFileSchema }),
  errors: [1200, 1202, 1206, 1704, 1709, 1715],
});
