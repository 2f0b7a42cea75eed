import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import type { UseCase } from '../../../use-case/caller.js';
import { providerView } from '../../sso/providers/provider-view.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** getIdentityProviders: those of the settings first. Their number is bounded. */
export const getIdentityProviders =
  ({ db, providers, publicUrl }: SsoDeps): UseCase<'getIdentityProviders'> =>
  async (caller, { id }) => {
    requireAdministrator(caller.principal, operations.getIdentityProviders);
    const found = (await providers.all(db)).filter((provider) => id === undefined || provider.id === id);
    return { identityProviders: found.map((provider) => providerView(provider, publicUrl)) };
  };
