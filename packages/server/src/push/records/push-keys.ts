import type { Transaction } from '../../postgres/database.js';

/** The pair of keys as it is stored. */
export interface StoredPushKeys {
  readonly publicKey: string;
  /** Sealed. */
  readonly privateKey: string;
}

/** Stores the pair unless there is one. @returns the one that is stored, locked */
export async function storePushKeys(
  tx: Transaction,
  { publicKey, privateKey }: StoredPushKeys,
): Promise<StoredPushKeys> {
  await tx`
    insert into push_keys (id, public_key, private_key) values (1, ${publicKey}, ${privateKey}) on conflict do nothing`;
  const [row] = await tx<StoredPushKeys>`
    select public_key as "publicKey", private_key as "privateKey" from push_keys where id = 1 for update`;
  return row ?? { publicKey, privateKey };
}

export async function replacePrivateKey(tx: Transaction, privateKey: string): Promise<void> {
  await tx`update push_keys set private_key = ${privateKey} where id = 1`;
}
