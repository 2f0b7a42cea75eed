import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { statusSchema, subProjectId } from '../../schema/common.js';
import { secretName } from '../../schema/connections/secret.js';
import { Type } from '../../schema/type.js';

export const deleteSecret = defineOperation({
  id: 'deleteSecret',
  method: 'POST',
  path: '/v1/process/secrets/deleteSecret',
  tag: 'Connections',
  summary: 'Delete a secret',
  description:
    'Deletes a secret. Jobs that name it become incidents from then on. `usedBy` of getSecrets tells which elements name it.',
  extension: true,
  permission: { kind: 'role', grant: 'secret.manage', denied: 1207 },
  stepUp: 10,
  body: Type.Object({ subProjectId, name: secretName('Name of the secret') }),
  response: statusSchema,
  errors: [1200, 1202, 1207],
  otherStatuses: { 1200: 404 },
  example: { request: { subProjectId: ids.subProjectId, name: 'ERP_KEY' } },
});
