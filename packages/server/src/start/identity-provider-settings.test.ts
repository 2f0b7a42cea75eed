import { expect, it, test } from 'vitest';
import { readIdentityProviders } from './identity-provider-settings.js';

const entra = {
  MILLRACE_OIDC_ENTRA_ISSUER: 'https://login.microsoftonline.com/1/v2.0',
  MILLRACE_OIDC_ENTRA_CLIENT_ID: 'id',
};

test('providers are read from the environment, by name', () => {
  const { providers, privateHosts, problems } = readIdentityProviders({
    ...entra,
    MILLRACE_OIDC_ENTRA_CLIENT_SECRET: 'secret',
    MILLRACE_OIDC_ENTRA_DOMAINS: 'Example.com, example.org',
    MILLRACE_OIDC_ENTRA_PROVISION: 'true',
    MILLRACE_OIDC_ENTRA_GROUPS_CLAIM: 'groups',
    MILLRACE_OIDC_ENTRA_SCOPES: 'groups offline_access',
    MILLRACE_OIDC_ENTRA_LABEL: 'Work account',
    MILLRACE_OIDC_DEV_KEYCLOAK_ISSUER: 'http://127.0.0.1:8180/realms/company',
    MILLRACE_OIDC_DEV_KEYCLOAK_CLIENT_ID: 'millrace',
    MILLRACE_OIDC_DEV_KEYCLOAK_LABEL: '',
    MILLRACE_OIDC_PRIVATE_HOSTS: 'idp.internal, 10.0.0.0/8',
    MILLRACE_PUBLIC_URL: 'https://x.example',
  });
  expect(problems).toEqual([]);
  expect(privateHosts).toEqual(['idp.internal', '10.0.0.0/8']);
  expect(providers).toMatchObject([
    { id: 'dev-keycloak', name: 'Dev Keycloak', provision: false, domains: [], clientSecret: undefined },
    {
      id: 'entra',
      name: 'Work account',
      clientSecret: 'secret',
      domains: ['example.com', 'example.org'],
      provision: true,
      groupsClaim: 'groups',
      scopes: ['groups', 'offline_access'],
    },
  ]);
});

it.each<[string, NodeJS.ProcessEnv, string]>([
  ['a part that there is not', { MILLRACE_OIDC_ENTRA_ISUER: 'x' }, 'MILLRACE_OIDC_ENTRA_ISUER: is no setting'],
  ['no issuer', { MILLRACE_OIDC_A_CLIENT_ID: 'x' }, 'MILLRACE_OIDC_A_ISSUER: is missing'],
  ['no client id', { MILLRACE_OIDC_A_ISSUER: 'https://a.example' }, 'MILLRACE_OIDC_A_CLIENT_ID: is missing'],
  [
    'http',
    { ...entra, MILLRACE_OIDC_ENTRA_ISSUER: 'http://idp.example' },
    'MILLRACE_OIDC_ENTRA_ISSUER: must be the https',
  ],
  ['a wildcard', { ...entra, MILLRACE_OIDC_ENTRA_DOMAINS: '*.example.com' }, 'MILLRACE_OIDC_ENTRA_DOMAINS: must be'],
  ['yes', { ...entra, MILLRACE_OIDC_ENTRA_PROVISION: 'yes' }, 'MILLRACE_OIDC_ENTRA_PROVISION: must be true or false'],
  [
    'new people from anywhere',
    { ...entra, MILLRACE_OIDC_ENTRA_PROVISION: 'true' },
    'MILLRACE_OIDC_ENTRA_PROVISION: needs',
  ],
])('refuses %s and names the variable', (_, environment, problem) => {
  expect(readIdentityProviders(environment).problems).toEqual([expect.stringContaining(problem)]);
});
