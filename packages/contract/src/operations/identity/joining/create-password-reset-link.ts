import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const createPasswordResetLink = defineOperation({
  id: 'createPasswordResetLink',
  method: 'POST',
  path: '/v1/users/createPasswordResetLink',
  tag: 'Identity',
  summary: 'Create a link to set a new password',
  description:
    'Creates a one-time link with which a person sets a new password within 30 minutes, for you to pass on. Links that were created before for the person end. It is also how a person who was created by createUser gets a first password.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({ userId: requiredText('Id of the user, who must be a person') }),
  response: Type.Object({
    link: text('Address of the one-time link. It is not shown again'),
    expiresTs: text('When the link ends'),
  }),
  errors: [1009, 1200],
  otherStatuses: { 1200: 404 },
  example: {
    request: { userId: ids.userId },
    answer: {
      link: 'https://millrace.example.com/link/q0ZjZ0m2t9yG4w2g0r7m5o3vJvFqX0nN1c7b8a9d0eA',
      expiresTs: '2026-01-31T10:00:00.000Z',
    },
  },
});
