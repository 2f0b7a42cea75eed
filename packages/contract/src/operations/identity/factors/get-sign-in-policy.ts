import { defineOperation } from '../../../operation/operation.js';
import { integer } from '../../../schema/common.js';
import { signInPolicySchema } from '../../../schema/people/factors.js';
import { Type } from '../../../schema/type.js';

export const getSignInPolicy = defineOperation({
  id: 'getSignInPolicy',
  method: 'GET',
  path: '/v1/users/getSignInPolicy',
  tag: 'Identity',
  summary: 'Show what the installation asks of people who sign in',
  description: 'Returns whether people need a second factor, and how many have none yet. For administrators.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({}),
  response: Type.Object({
    ...signInPolicySchema.properties,
    withoutSecondFactor: integer('Enabled users who have a password and neither a passkey nor an authenticator app'),
  }),
  errors: [1200, 1205],
  example: { request: {}, answer: { secondFactor: 'optional', withoutSecondFactor: 3 } },
});
