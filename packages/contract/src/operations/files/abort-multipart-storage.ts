import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema } from '../../schema/common.js';

export const abortMultipartStorage = defineOperation({
  id: 'abortMultipartStorage',
  method: 'POST',
  path: '/v1/process/knowledges/abortMultipartStorage',
  tag: 'Files',
  summary: 'Abort an upload in parts',
  description: 'Gives up an open upload: the file and the parts that were sent are gone.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({ subProjectId: requiredText('Sub-project'), fileId: requiredText('File') }),
  response: statusSchema,
  errors: [1200, 1202, 1206, 1704, 1712, 1715],
});
