import { rateLimited } from '../../kernel/errors/access-errors.js';
import { transaction } from '../../postgres/database.js';
import type { FactorDeps } from '../factors/factor-deps.js';
import { codeAccepted, codeRefused, lockTotp, type TotpRow } from '../records/factors/totp-queries.js';
import { fromBase32 } from './base32.js';
import { acceptedStep } from './totp.js';

/** Wrong codes in a row before a person has to wait. */
const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 60_000;
/** With one try an hour, a code of six digits is guessed once in 38 years. */
const LONGEST_WAIT_MS = 3_600_000;

/** What the secret of a user is sealed for. */
export const totpContext = (userId: string): string => `totp:${userId}`;

/**
 * Whether a code is right and was not used before. Wrong ones are counted for the person, wherever they come from: only who
 * knows the password gets here, so a stranger cannot lock anybody out.
 *
 * @returns false as well when the person has no authenticator app
 * @throws CatalogueError 1003 after too many wrong codes in a row
 */
export async function proveCode(
  { db, sealing, now }: Pick<FactorDeps, 'db' | 'sealing' | 'now'>,
  userId: string,
  code: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const row = await lockTotp(tx, userId, true);
    if (row === undefined) return false;
    requireNoWait(row, now());
    const secret = fromBase32(sealing.open(totpContext(userId), row.secret));
    const step = acceptedStep(secret, code, now(), row.lastStep ?? undefined);
    if (step === undefined) await codeRefused(tx, userId, true, new Date(now()));
    else await codeAccepted(tx, userId, step);
    return step !== undefined;
  });
}

function requireNoWait({ failures, failedTs }: TotpRow, now: number): void {
  if (failures < FREE_FAILURES || failedTs === null) return;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
  const left = Math.ceil((failedTs.getTime() + wait - now) / 1000);
  if (left > 0) {
    throw rateLimited(`Too many wrong codes. Try again in ${left} seconds, or use a recovery code or a passkey.`, left);
  }
}
