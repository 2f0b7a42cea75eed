import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** A row of passkeys. */
export interface PasskeyRow {
  /** Credential id, base64url. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** COSE key. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly createdTs: Date;
  readonly usedTs: Date | null;
}

const columns = sql`id, user_id as "userId", name, public_key as "publicKey", counter, transports,
  backup_eligible as "backupEligible", backed_up as "backedUp", created_ts as "createdTs", used_ts as "usedTs"`;

/** The passkeys of a user, the oldest first. */
export const passkeysOf = (db: Queryable, userId: string): Promise<readonly PasskeyRow[]> =>
  db<PasskeyRow>`select ${columns} from passkeys where user_id = ${userId} order by created_ts, id`;

/** The passkey, locked until the end of the transaction: of two uses at once one counts first. */
export async function lockPasskey(tx: Transaction, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx<PasskeyRow>`select ${columns} from passkeys where id = ${id} for update`;
  return row;
}

/** @throws a unique violation when the passkey is registered */
export async function insertPasskey(tx: Transaction, passkey: PasskeyRow): Promise<void> {
  const { userId, publicKey, backupEligible, backedUp, createdTs, usedTs, ...members } = passkey;
  await tx`insert into passkeys ${sql.rows([
    {
      ...members,
      user_id: userId,
      public_key: publicKey,
      backup_eligible: backupEligible,
      backed_up: backedUp,
      created_ts: createdTs,
      used_ts: usedTs,
    },
  ])}`;
}

/** Notes a use of a passkey. */
export async function passkeyUsed(
  tx: Transaction,
  id: string,
  { counter, backedUp, usedTs }: { readonly counter: number; readonly backedUp: boolean; readonly usedTs: Date },
): Promise<void> {
  await tx`update passkeys set counter = ${counter}, backed_up = ${backedUp}, used_ts = ${usedTs} where id = ${id}`;
}

/** @returns the passkey as it was before; undefined when the user has no such passkey */
export async function renamePasskeyRow(
  tx: Transaction,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] =
    await tx<PasskeyRow>`select ${columns} from passkeys where id = ${id} and user_id = ${userId} for update`;
  if (row !== undefined) await tx`update passkeys set name = ${name} where id = ${id}`;
  return row;
}

/** @returns the deleted passkey; undefined when the user has no such passkey */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] =
    await tx<PasskeyRow>`delete from passkeys where id = ${id} and user_id = ${userId} returning ${columns}`;
  return row;
}

/** @returns names of the deleted passkeys */
export async function deletePasskeysOf(tx: Transaction, userId: string): Promise<readonly string[]> {
  const rows = await tx<{ name: string }>`delete from passkeys where user_id = ${userId} returning name`;
  return rows.map(({ name }) => name);
}
