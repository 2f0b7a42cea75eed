import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText } from '../../../schema/common.js';
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
  query: Type.Object({ userId: optionalText('Id of the user. Default: the caller') }),
  response: Type.Object({
    personalTokens: Type.Array(personalTokenSchema, { description: 'The personal tokens' }),
  }),
  errors: [1200, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { userId: ids.userId },
    answer: {
      personalTokens: [
        {
          id: ids.personalTokenId,
          userId: ids.userId,
          name: 'Nightly report',
          scope: 'process.read',
          createdTs,
          expiresTs: '2026-03-02T09:30:00.000Z',
          usedTs: null,
        },
      ],
    },
  },
});
