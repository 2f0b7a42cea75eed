import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, subProjectId } from '../../schema/common.js';
import { closedFileAnswerSchema } from '../../schema/file.js';
import { Type } from '../../schema/type.js';

export const completeMultipartStorage = defineOperation({
  id: 'completeMultipartStorage',
  method: 'POST',
  path: '/v1/process/knowledges/completeMultipartStorage',
  tag: 'Files',
  summary: 'Complete an upload in parts',
  description:
    'Joins the uploaded parts, verifies the file as closeSignedStorage does and unlocks it. Completing a completed upload returns the same answer.',
  extension: true,
  permission: { kind: 'role', grant: 'file.create', denied: 1206 },
  body: Type.Object({ subProjectId, fileId: requiredText('Id of the file') }),
  response: closedFileAnswerSchema,
  errors: [1200, 1202, 1206, 1704, 1709, 1715, 1720],
  process: { unknown: { id: 1200, status: 404 }, outside: 1704 },
  example: {
    request: { subProjectId: ids.subProjectId, fileId: ids.fileId },
    answer: { file: { id: ids.fileId, fileName: 'invoice.pdf', size: '48213', locked: false } },
  },
});
