import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { subProjectId } from '../../schema/common.js';
import { exampleSecret, secretName, secretSchema } from '../../schema/connections/secret.js';
import { Type } from '../../schema/type.js';

export const setSecret = defineOperation({
  id: 'setSecret',
  method: 'POST',
  path: '/v1/process/secrets/setSecret',
  tag: 'Connections',
  summary: 'Set a secret',
  description:
    'Creates a secret or replaces its value and, if `hosts` is sent, its hosts. Diagrams name it as `{{secrets.<name>}}` in jobs of the types `http` and `io.camunda:http-json:1`. No operation returns the value. Jobs use a new value from their next attempt on.',
  extension: true,
  permission: { kind: 'role', grant: 'secret.manage', denied: 1207 },
  stepUp: 10,
  takesSecret: true,
  body: Type.Object({
    subProjectId,
    name: secretName('Name: letters, digits, `_`, `.`, `/` and `-`, beginning with a letter or `_`'),
    value: Type.String({
      minLength: 1,
      maxLength: 8192,
      description: 'The value, 8 to 8192 characters. Shorter ones could not be removed from answers reliably',
    }),
    hosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 260 }), {
        maxItems: 20,
        description:
          'Hosts that it may be sent to: names such as `erp.example.com`, `*.example.com` for the names below it, each also with a port (`erp.example.com:8443`); `[]` for any host. Default: the hosts of before, and any host for a new secret',
      }),
    ),
  }),
  response: Type.Object({ secret: secretSchema }),
  errors: [1200, 1202, 1207, 1232],
  example: {
    request: {
      subProjectId: ids.subProjectId,
      name: exampleSecret.name,
      value: 'the value of the secret',
      hosts: exampleSecret.hosts,
    },
    answer: { secret: exampleSecret },
  },
});
