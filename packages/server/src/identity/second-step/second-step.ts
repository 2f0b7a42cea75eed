import type { Queryable } from '../../postgres/database.js';
import { factorSummary } from '../records/factors/policy-queries.js';

/** A way to prove a second time who one is. */
export type SecondStepMethod = 'totp' | 'passkey' | 'recoveryCode';

/** What is missing after a right first factor: nothing, one of some proofs, or a second factor altogether. */
export type SecondStep = 'none' | 'enrol' | readonly SecondStepMethod[];

/** Sign-ins that need no second step: a passkey is two factors, and the identity provider asks for what it wants. */
const WHOLE_METHODS: ReadonlySet<string> = new Set(['passkey', 'sso']);

/**
 * @param method how the person signed in
 * @param hasPasskeys whether browsers offer passkeys here
 */
export async function secondStepOf(
  db: Queryable,
  userId: string,
  method: string,
  hasPasskeys: boolean,
): Promise<SecondStep> {
  if (WHOLE_METHODS.has(method)) return 'none';
  const { totp, passkeys, recoveryCodes, policy } = await factorSummary(db, userId);
  const usable = hasPasskeys && passkeys > 0;
  if (!totp && policy === 'optional') return 'none';
  if (!totp && !usable) return 'enrol';
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(usable ? (['passkey'] as const) : []),
    ...(recoveryCodes > 0 ? (['recoveryCode'] as const) : []),
  ];
}
