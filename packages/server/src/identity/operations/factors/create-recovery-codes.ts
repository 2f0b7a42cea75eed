import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { noteFactor } from '../../factors/note-factor.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { countRecoveryCodes } from '../../records/factors/recovery-code-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { giveRecoveryCodes } from '../../recovery/give-recovery-codes.js';

/** createRecoveryCodes: ten new ones instead of those that are left. */
export const createRecoveryCodes =
  (deps: FactorDeps): UseCase<'createRecoveryCodes'> =>
  async (caller) => {
    const { userId } = requireOwnSession(caller);
    return caller.write(async (tx) => {
      const user = await lockUser(tx, userId);
      const left = await countRecoveryCodes(tx, userId);
      const recoveryCodes = await giveRecoveryCodes(tx, userId, deps.now());
      const change = { before: { recoveryCodes: left }, after: { recoveryCodes: recoveryCodes.length } };
      const changed = { action: 'user.createRecoveryCodes', ...change, change: 'codesCreated' } as const;
      await noteFactor(deps, tx, caller, user, changed);
      return { recoveryCodes };
    });
  };
