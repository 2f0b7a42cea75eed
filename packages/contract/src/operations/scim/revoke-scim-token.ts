import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const revokeScimToken = defineOperation({
  id: 'revokeScimToken',
  method: 'POST',
  path: '/v1/users/revokeScimToken',
  tag: 'Identity',
  summary: 'Revoke a SCIM token',
  description: 'Ends a token of an identity provider at once. People and groups stay as they are.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object({ tokenId: requiredText('Id of the token') }),
  response: statusSchema,
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: { request: { tokenId: ids.groupId } },
});
