import { conflict, notFound } from '../../../kernel/errors/request-errors.js';
import type { Transaction } from '../../../postgres/database.js';
import { lockProviders } from '../../records/sso/provider-queries.js';
import type { IdentityProvider } from './provider.js';
import type { Providers } from './providers.js';

/**
 * A provider that operations may change, locked until the end of the transaction.
 *
 * @throws CatalogueError 1200 (404) when there is none, 1009 for one from the settings
 */
export async function lockManagedProvider(
  tx: Transaction,
  providers: Providers,
  id: string,
): Promise<IdentityProvider> {
  await lockProviders(tx);
  const provider = await providers.find(tx, id);
  if (provider === undefined) throw notFound('identity provider', id);
  if (provider.source === 'operation') return provider;
  throw conflict(
    `The identity provider "${id}" comes from the settings of the server. Change MILLRACE_OIDC_${id.toUpperCase().replaceAll('-', '_')}_… there.`,
  );
}
