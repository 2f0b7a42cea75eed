import { session as exampleSession, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, queryText } from '../../../schema/common.js';
import { sessionSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const getSessions = defineOperation({
  id: 'getSessions',
  method: 'GET',
  path: '/v1/users/getSessions',
  tag: 'Sign in',
  summary: 'List sessions',
  description:
    'Lists the sessions of the caller, the one used last first. The administrator may name another user. A person has 50 sessions at most.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({ userId: queryText('Id of the user. Default: the caller') }),
  response: Type.Object({
    sessions: list(sessionSchema, 'The sessions that are in force'),
  }),
  errors: [1200, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { userId: ids.userId },
    answer: {
      sessions: [{ ...exampleSession, expiresTs: '2026-02-14T09:30:00.000Z', current: false }],
    },
  },
});
