import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { clientSchema } from '../../schema/identity.js';

export const updateClient = defineOperation({
  id: 'updateClient',
  method: 'POST',
  path: '/v1/users/updateClient',
  tag: 'Identity',
  summary: 'Disable or enable a client',
  description: 'Disabling a client stops its tokens within seconds (D10).',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object({ clientId: requiredText('Client'), disabled: Type.Boolean() }),
  response: Type.Object({ client: clientSchema }),
  errors: [1200, 1207],
});
