import { defineOperation } from '../../operation/operation.js';
import { flag, requiredText } from '../../schema/common.js';
import { clientSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const updateClient = defineOperation({
  id: 'updateClient',
  method: 'POST',
  path: '/v1/users/updateClient',
  tag: 'Identity',
  summary: 'Disable or enable a client',
  description: 'Disables or enables a client. The tokens of a disabled client stop working within seconds.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    clientId: requiredText('Id of the client'),
    disabled: flag('true disables the client, false enables it'),
  }),
  response: Type.Object({ client: clientSchema }),
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { clientId: 'ann', disabled: true },
  },
});
