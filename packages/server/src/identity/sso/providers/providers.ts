import { notFound } from '../../../kernel/errors/request-errors.js';
import type { Sealing } from '../../../kernel/sealing.js';
import type { Queryable } from '../../../postgres/database.js';
import { findProviderRow, type ProviderRow, providerRows } from '../../records/sso/provider-queries.js';
import type { IdentityProvider } from './provider.js';

/** The identity providers of the installation: those of the settings, then those that were created. */
export interface Providers {
  all(db: Queryable): Promise<readonly IdentityProvider[]>;
  find(db: Queryable, id: string): Promise<IdentityProvider | undefined>;
  /** @throws CatalogueError 1200 (404) for one that does not exist or is disabled: nobody signs in there */
  usable(db: Queryable, id: string): Promise<IdentityProvider>;
  isConfigured(id: string): boolean;
}

/** @param configured of the settings; one of the same id in the database does not count */
export function createProviders(configured: readonly IdentityProvider[], sealing: Sealing): Providers {
  const byId = new Map(configured.map((provider) => [provider.id, provider]));
  const find = async (db: Queryable, id: string): Promise<IdentityProvider | undefined> => {
    const known = byId.get(id);
    if (known !== undefined) return known;
    const row = await findProviderRow(db, id);
    return row === undefined ? undefined : providerOf(row, sealing);
  };
  return {
    find,
    isConfigured: (id) => byId.has(id),
    async all(db) {
      const created = await providerRows(db);
      return [...configured, ...created.filter(({ id }) => !byId.has(id)).map((row) => providerOf(row, sealing))];
    },
    async usable(db, id) {
      const provider = await find(db, id);
      if (provider === undefined || provider.disabled) {
        throw notFound('identity provider', id, ' that people sign in with; getSignInMethods lists them');
      }
      return provider;
    },
  };
}

/** What the client secret of a provider is sealed for. */
export const secretContext = (id: string): string => `identity-provider:${id}`;

function providerOf(row: ProviderRow, sealing: Sealing): IdentityProvider {
  return {
    ...row,
    clientSecret: row.clientSecret === null ? undefined : sealing.open(secretContext(row.id), row.clientSecret),
    groupsClaim: row.groupsClaim ?? undefined,
    source: 'operation',
  };
}
