import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { factorSummary } from '../records/factors/policy-queries.js';
import { passwordHashOf } from '../records/password-queries.js';

/**
 * To be called after a factor was removed, under the lock of the user: the person must still be able to sign in, and have
 * what the installation asks for.
 *
 * @throws CatalogueError 1009
 */
export async function requireRemainingWays(tx: Transaction, userId: string): Promise<void> {
  const { totp, passkeys, policy } = await factorSummary(tx, userId);
  if (passkeys > 0) return;
  if ((await passwordHashOf(tx, userId)) === undefined) {
    throw conflict('This is the last way in which you can sign in. Add another passkey or set a password first.');
  }
  if (policy === 'required' && !totp) {
    throw conflict(
      'This installation requires a second factor, and this is your last one. Set up another passkey or an authenticator app first.',
    );
  }
}
