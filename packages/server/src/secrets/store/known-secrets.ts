import type { Transaction } from '../../postgres/database.js';
import { listSecrets } from '../records/secrets.js';

/** Where each secret of a sub-project may be sent, by name. */
export const knownSecrets = async (
  tx: Transaction,
  subProjectId: string,
): Promise<ReadonlyMap<string, { readonly hosts: readonly string[] }>> =>
  new Map((await listSecrets(tx, subProjectId)).map(({ name, hosts }) => [name, { hosts }]));
