import { personalToken as examplePersonalToken, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, queryText } from '../../../schema/common.js';
import { personalTokenSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const getPersonalTokens = defineOperation({
  id: 'getPersonalTokens',
  method: 'GET',
  path: '/v1/users/getPersonalTokens',
  tag: 'Sign in',
  summary: 'List personal tokens',
  description:
    'Lists the personal tokens of the caller without their secrets, newest first. The administrator may name another user. Tokens that have expired are listed for 30 days.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({ userId: queryText('Id of the user. Default: the caller') }),
  response: Type.Object({
    personalTokens: list(personalTokenSchema, 'The personal tokens'),
  }),
  errors: [1200, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { userId: ids.userId },
    answer: {
      personalTokens: [examplePersonalToken],
    },
  },
});
