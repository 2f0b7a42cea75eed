import { transaction } from '../../postgres/database.js';
import type { FactorDeps } from '../factors/factor-deps.js';
import { takeRecoveryCode } from '../records/factors/recovery-code-queries.js';
import { recoveryCodeHash } from './recovery-codes.js';

/**
 * Whether a recovery code is one of the person's; it is used up.
 *
 * @throws CatalogueError 1003 after too many wrong ones
 */
export async function proveRecoveryCode(
  { db, limit }: Pick<FactorDeps, 'db' | 'limit'>,
  userId: string,
  code: string,
  address: string,
): Promise<boolean> {
  const subjects = limit.subjects(`\0recovery ${userId}`, address);
  const hash = recoveryCodeHash(userId, code);
  const taken = await limit.guess(subjects, async () => {
    const isTaken = hash !== undefined && (await transaction(db, (tx) => takeRecoveryCode(tx, userId, hash)));
    return isTaken ? true : undefined;
  });
  return taken === true;
}
