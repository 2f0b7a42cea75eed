import { defineOperation } from '../../../operation/operation.js';
import { flag, orNull, requiredText } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { providerExample } from './provider-example.js';
import { identityProviderAnswerSchema, providerMembers } from './schemas.js';

const { name, clientId, clientSecret, domains, provision, groupsClaim, scopes } = providerMembers;

export const updateIdentityProvider = defineOperation({
  id: 'updateIdentityProvider',
  method: 'POST',
  path: '/v1/users/updateIdentityProvider',
  tag: 'Identity',
  summary: 'Change an identity provider',
  description:
    'Changes the members that are sent. Null takes clientSecret or groupsClaim away; without a groups claim the groups that came from it go. ' +
    'The issuer cannot change: another issuer is another provider. With `disabled` nobody can sign in with it any more; sessions go on. ' +
    'A provider from the settings of the server is changed there (1009).',
  extension: true,
  takesSecret: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    id: requiredText('Id of the provider'),
    name: Type.Optional(name),
    clientId: Type.Optional(clientId),
    clientSecret: Type.Optional(
      orNull(clientSecret, 'Client secret that the provider gave to this service; null: none'),
    ),
    domains: Type.Optional(domains),
    provision: Type.Optional(provision),
    groupsClaim: Type.Optional(
      orNull(groupsClaim, 'Claim that lists the groups of a person; null: groups are not taken from this provider'),
    ),
    scopes: Type.Optional(scopes),
    disabled: Type.Optional(flag('Whether nobody can sign in with it')),
  }),
  response: identityProviderAnswerSchema,
  errors: [1200, 1207, 1009],
  otherStatuses: { 1200: 404 },
  example: {
    request: { id: 'entra', domains: ['example.com', 'example.org'] },
    answer: { identityProvider: { ...providerExample, domains: ['example.com', 'example.org'] } },
  },
});
