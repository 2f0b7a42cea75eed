import type { UseCase } from '../../../use-case/caller.js';
import { auditFactor } from '../../factors/audit-factor.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { countRecoveryCodes } from '../../records/factors/recovery-code-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { giveRecoveryCodes } from '../../recovery/give-recovery-codes.js';

/** createRecoveryCodes: ten new ones instead of those that are left. */
export const createRecoveryCodes =
  ({ now }: FactorDeps): UseCase<'createRecoveryCodes'> =>
  async (caller) => {
    const { userId } = requireOwnSession(caller);
    return caller.write(async (tx) => {
      await lockUser(tx, userId);
      const left = await countRecoveryCodes(tx, userId);
      const recoveryCodes = await giveRecoveryCodes(tx, userId, now());
      const change = { before: { recoveryCodes: left }, after: { recoveryCodes: recoveryCodes.length } };
      await auditFactor(tx, caller, userId, 'user.createRecoveryCodes', change);
      return { recoveryCodes };
    });
  };
