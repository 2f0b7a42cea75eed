import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { closedFileSchema } from '../../schema/file.js';

export const completeMultipartStorage = defineOperation({
  id: 'completeMultipartStorage',
  method: 'POST',
  path: '/v1/process/knowledges/completeMultipartStorage',
  tag: 'Files',
  summary: 'Complete an upload in parts',
  description:
    'Puts the parts together, verifies the file as closeSignedStorage does and unlocks it; completing again gives the same answer.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({ subProjectId: requiredText('Sub-project'), fileId: requiredText('File') }),
  response: Type.Object({ file: closedFileSchema }),
  errors: [1200, 1202, 1206, 1704, 1709, 1715],
});
