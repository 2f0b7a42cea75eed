import type { Transaction } from '../../postgres/database.js';
import { countRecoveryCodes, replaceRecoveryCodes } from '../records/factors/recovery-code-queries.js';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.js';

/** Gives a person new recovery codes. @returns the codes, which are stored nowhere */
export async function giveRecoveryCodes(tx: Transaction, userId: string, now: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.flatMap((code) => recoveryCodeHash(userId, code) ?? []);
  await replaceRecoveryCodes(tx, userId, hashes, new Date(now));
  return [...codes];
}

/** As {@link giveRecoveryCodes} for a person who has none; empty for others. */
export async function giveFirstRecoveryCodes(tx: Transaction, userId: string, now: number): Promise<string[]> {
  return (await countRecoveryCodes(tx, userId)) > 0 ? [] : giveRecoveryCodes(tx, userId, now);
}
