import type { FactorDeps } from '../factors/factor-deps.js';
import type { OwnSession } from '../factors/own-session.js';
import { provePasskey } from '../passkeys/prove-passkey.js';
import { passwordHashOf } from '../records/password-queries.js';
import { findUser } from '../records/user-queries.js';
import { proveRecoveryCode } from '../recovery/prove-recovery-code.js';
import { deviceSecretOf, limitName } from '../sessions/known-device.js';
import { proveCode } from '../totp/prove-code.js';

/** What a person offers to prove again who they are. */
export type OfferedProof =
  | { readonly kind: 'password' | 'code' | 'recoveryCode'; readonly value: string }
  | { readonly kind: 'passkey'; readonly value: object };

/**
 * @returns the factors that were proved (RFC 8176); undefined when the proof is wrong
 * @throws CatalogueError 1003 after too many wrong ones, 1016 for a passkey that proves nothing
 */
export async function proveAgain(
  deps: FactorDeps,
  { userId, sender }: Pick<OwnSession, 'userId' | 'sender'>,
  traceId: string,
  proof: OfferedProof,
): Promise<readonly string[] | undefined> {
  const { address } = sender;
  switch (proof.kind) {
    case 'passkey': {
      const proven = await provePasskey(deps, proof.value, { address, traceId });
      return proven.userId === userId ? proven.amr : undefined;
    }
    case 'code':
      return (await proveCode(deps, userId, proof.value)) ? ['otp'] : undefined;
    case 'recoveryCode':
      return (await proveRecoveryCode(deps, userId, proof.value, address)) ? ['otp'] : undefined;
    case 'password':
      return (await isPassword(deps, userId, sender, proof.value)) ? ['pwd'] : undefined;
  }
}

/** Counts wrong passwords together with those of sign-ins. */
async function isPassword(
  { db, limit, passwords }: FactorDeps,
  userId: string,
  sender: OwnSession['sender'],
  password: string,
): Promise<boolean> {
  const [user, hash] = await Promise.all([findUser(db, userId), passwordHashOf(db, userId)]);
  const name = limitName(user?.email ?? userId);
  const subjects = limit.subjects(name, sender.address, deviceSecretOf(sender));
  await limit.check(subjects);
  return passwords.check(password, hash, limit.turn(subjects));
}
