import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { identityUserAnswerSchema } from '../../schema/people/identity.js';
import { emailAddress } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const createUser = defineOperation({
  id: 'createUser',
  method: 'POST',
  path: '/v1/users/createUser',
  tag: 'Identity',
  summary: 'Create a user',
  description: 'Creates a person or a service account. Roles come from the members of each sub-project.',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  stepUp: 10,
  body: Type.Object({
    name: requiredText('Full name'),
    email: emailAddress('Unique e-mail address'),
    kind: Type.Optional(
      Type.Union([Type.Literal('person'), Type.Literal('service')], { description: 'Default "person"' }),
    ),
  }),
  response: identityUserAnswerSchema,
  errors: [1200, 1206, 1009],
  example: {
    request: { name: 'Ann Lee', email: 'ann@example.com', kind: 'person' },
    answer: {
      user: { id: ids.userId, name: 'Ann Lee', email: 'ann@example.com', kind: 'person', disabled: false, createdTs },
    },
  },
});
