import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';

export const urlStorage = defineOperation({
  id: 'urlStorage',
  method: 'POST',
  path: '/v1/process/knowledges/urlStorage',
  tag: 'Files',
  summary: 'Get a signed download address',
  description: 'Returns a temporary pre-signed address that carries its own expiry and signature (D31).',
  extension: false,
  permission: { kind: 'role', grant: 'file.read', denied: 1205 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    processId: requiredText('Process the file belongs to'),
    fileId: requiredText('File'),
  }),
  response: Type.Object({ urls: Type.Array(Type.Object({ fileId: Type.String(), url: Type.String() })) }),
  errors: [1200, 1202, 1205, 1210, 1704, 1709],
});
