import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const abortMultipartStorage = defineOperation({
  id: 'abortMultipartStorage',
  method: 'POST',
  path: '/v1/process/knowledges/abortMultipartStorage',
  tag: 'Files',
  summary: 'Abort an upload in parts',
  description: 'Ends an open upload and deletes the file and the uploaded parts.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({ subProjectId, fileId: requiredText('Id of the file') }),
  response: statusSchema,
  errors: [1200, 1202, 1206, 1704, 1712, 1715],
  process: { unknown: { id: 1200, status: 404 }, outside: 1704 },
  example: {
    request: { subProjectId: ids.subProjectId, fileId: ids.fileId },
  },
});
