import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, queryText } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { identityLinkSchema } from './schemas.js';

export const getIdentityLinks = defineOperation({
  id: 'getIdentityLinks',
  method: 'GET',
  path: '/v1/users/getIdentityLinks',
  tag: 'Sign in',
  summary: 'List linked accounts',
  description:
    'Lists the accounts at identity providers that the caller, or for the administrator another user, signs in with.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({ userId: queryText('Id of the user; only for the administrator. Default: the caller') }),
  response: Type.Object({ links: list(identityLinkSchema, 'The accounts, oldest link first') }),
  errors: [1200, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: {},
    answer: {
      links: [
        {
          id: ids.userId,
          providerId: 'entra',
          issuer: 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0',
          email: 'ann@example.com',
          groups: ['finance'],
          linkedTs: createdTs,
          usedTs: createdTs,
        },
      ],
    },
  },
});
