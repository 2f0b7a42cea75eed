import type { OpenSecret } from '../../jobs/handlers/secrets/open-secret.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Queryable } from '../../postgres/database.js';
import { findSecrets } from '../records/secrets.js';

/** Binds a sealed value to its row. */
export const sealingContext = (subProjectId: string, name: string): string => `secret:${subProjectId}:${name}`;

/**
 * Reads the current values of secrets, for one request that sends them.
 *
 * @throws ConfigError when the key that sealed one is not among the given ones
 */
export const createSecretReader =
  (db: Queryable, sealing: Sealing) =>
  async (subProjectId: string, names: readonly string[]): Promise<ReadonlyMap<string, OpenSecret>> => {
    const rows = await findSecrets(db, subProjectId, names);
    return new Map(
      rows.map(({ name, sealed, hosts }) => [
        name,
        { value: sealing.open(sealingContext(subProjectId, name), sealed), hosts },
      ]),
    );
  };
