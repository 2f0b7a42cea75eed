import type { Operations, ResponseOf } from '@millrace/contract';
import type { LinkRow } from '../../records/sso/link-queries.js';
import { backChannelLogoutUrl, callbackUrl, signedOutUrl } from './addresses.js';
import type { IdentityProvider } from './provider.js';

type ProviderView = ResponseOf<Operations['createIdentityProvider']>['identityProvider'];
type LinkView = ResponseOf<Operations['getIdentityLinks']>['links'][number];

/** A provider as the administrator sees it: never with the client secret. */
export const providerView = (provider: IdentityProvider, publicUrl: string): ProviderView => ({
  ...auditedProvider(provider),
  source: provider.source,
  createdTs: provider.createdTs?.toISOString() ?? null,
  redirectUrl: callbackUrl(publicUrl, provider.id),
  backChannelLogoutUrl: backChannelLogoutUrl(publicUrl, provider.id),
  signedOutUrl: signedOutUrl(publicUrl, provider.id),
});

/** What the audit log keeps of a provider. */
export const auditedProvider = (provider: IdentityProvider) => ({
  id: provider.id,
  name: provider.name,
  issuer: provider.issuer,
  clientId: provider.clientId,
  hasClientSecret: provider.clientSecret !== undefined,
  domains: [...provider.domains],
  provision: provider.provision,
  groupsClaim: provider.groupsClaim ?? null,
  scopes: [...provider.scopes],
  disabled: provider.disabled,
});

/** A linked account as its person sees it; the subject says nothing to people. */
export const linkView = (row: LinkRow): LinkView => ({
  id: row.id,
  providerId: row.providerId,
  issuer: row.issuer,
  email: row.email,
  groups: [...row.groups],
  linkedTs: row.linkedTs.toISOString(),
  usedTs: row.usedTs?.toISOString() ?? null,
});
