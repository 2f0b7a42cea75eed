import { defineOperation } from '../../../operation/operation.js';
import { requiredText } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { providerExample } from './provider-example.js';
import { identityProviderAnswerSchema, providerMembers } from './schemas.js';

const { name, clientId, clientSecret, domains, provision, groupsClaim, scopes } = providerMembers;

export const createIdentityProvider = defineOperation({
  id: 'createIdentityProvider',
  method: 'POST',
  path: '/v1/users/createIdentityProvider',
  tag: 'Identity',
  summary: 'Create an identity provider',
  description:
    'Lets people sign in with an OpenID Connect provider. The discovery document of the issuer is read first, so the provider must be reachable. ' +
    'The answer has the addresses to register at the provider. Providers can also be in the settings of the server (`MILLRACE_OIDC_…`).',
  extension: true,
  takesSecret: true,
  permission: { kind: 'admin', denied: 1206 },
  stepUp: 10,
  body: Type.Object({
    id: requiredText('Id, part of the addresses: 1 to 40 lower-case letters, digits and hyphens'),
    name,
    issuer: requiredText('Issuer: the https address without `/.well-known/openid-configuration`'),
    clientId,
    clientSecret: Type.Optional(clientSecret),
    domains: Type.Optional(domains),
    provision: Type.Optional(provision),
    groupsClaim: Type.Optional(groupsClaim),
    scopes: Type.Optional(scopes),
  }),
  response: identityProviderAnswerSchema,
  errors: [1020, 1200, 1206, 1009],
  example: {
    request: {
      id: 'entra',
      name: 'Entra ID',
      issuer: providerExample.issuer,
      clientId: providerExample.clientId,
      clientSecret: 'value-of-the-client-secret',
      domains: ['example.com'],
      provision: true,
      groupsClaim: 'groups',
    },
    answer: { identityProvider: providerExample },
  },
});
