import { createdTs } from '../../../operation/example-values.js';

/** The provider that the examples are about. */
export const providerExample = Object.freeze({
  id: 'entra',
  name: 'Entra ID',
  issuer: 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0',
  clientId: '66666666-7777-8888-9999-000000000000',
  hasClientSecret: true,
  domains: ['example.com'],
  provision: true,
  groupsClaim: 'groups',
  scopes: [],
  disabled: false,
  source: 'operation',
  createdTs,
  redirectUrl: 'https://millrace.example.com/sso/entra/callback',
  backChannelLogoutUrl: 'https://millrace.example.com/sso/entra/back-channel-logout',
  signedOutUrl: 'https://millrace.example.com/sso/entra/signed-out',
});
