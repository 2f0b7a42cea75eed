import type { IdentityOptions } from '../identity/identity.js';
import { OutboundError } from '../identity/sso/outbound-fetch.js';
import { createGuardedFetch } from '../jobs/handlers/outbound/guarded-fetch.js';
import type { Config } from '../kernel/config.js';
import type { Log } from '../kernel/log.js';

const ADVICE =
  'If it is an identity provider in a private network, the operator lists its host or its address range in ' +
  'MILLRACE_OIDC_PRIVATE_HOSTS.';

/**
 * How identity providers are reached: by the guard that keeps requests out of the network of the server. What the operator
 * names is allowed: the host of an issuer in the settings, and MILLRACE_OIDC_PRIVATE_HOSTS.
 */
export const singleSignOnOptions = (
  { identityProviders: { providers, privateHosts } }: Config,
  log: Log,
): NonNullable<IdentityOptions['identityProviders']> => ({
  configured: providers.map((provider) => ({
    ...provider,
    disabled: false,
    source: 'settings',
    createdTs: undefined,
  })),
  privateHosts,
  fetch: createGuardedFetch({
    log,
    advice: ADVICE,
    failed: (message, cause) => new OutboundError(message, { cause }),
  }),
});
