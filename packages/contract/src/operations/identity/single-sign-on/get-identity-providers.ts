import { defineOperation } from '../../../operation/operation.js';
import { list, queryText } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { providerExample } from './provider-example.js';
import { identityProviderSchema } from './schemas.js';

export const getIdentityProviders = defineOperation({
  id: 'getIdentityProviders',
  method: 'GET',
  path: '/v1/users/getIdentityProviders',
  tag: 'Identity',
  summary: 'List identity providers',
  description:
    'Lists the identity providers of the settings and those that were created, with the addresses to register there. Client secrets are never shown.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ id: queryText('Return only this one') }),
  response: Type.Object({ identityProviders: list(identityProviderSchema, 'The providers') }),
  errors: [1200, 1205],
  example: { request: {}, answer: { identityProviders: [providerExample] } },
});
