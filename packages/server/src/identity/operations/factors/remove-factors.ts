import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unknownTarget } from '../../directory/unknown-target.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { noteFactor } from '../../factors/note-factor.js';
import { endBegunSignIns } from '../../one-time-links/end-begun-sign-ins.js';
import { deleteChallengesOf } from '../../records/factors/challenge-queries.js';
import { deletePasskeysOf } from '../../records/factors/passkey-queries.js';
import { countRecoveryCodes, deleteRecoveryCodes } from '../../records/factors/recovery-code-queries.js';
import { deleteTotp } from '../../records/factors/totp-queries.js';
import { deleteSessionsOf } from '../../records/session-queries.js';
import { lockUser } from '../../records/user-queries.js';

/**
 * removeFactors: after a phone was lost. Also of a person who can then sign in only with a reset of the password: an
 * administrator can invite or reset, and a lost passkey must go.
 */
export const removeFactors =
  (deps: Pick<FactorDeps, 'mails' | 'now'>): UseCase<'removeFactors'> =>
  async (caller, { userId }) => {
    requireAdministrator(caller.principal, operations.removeFactors);
    if (!isUuid(userId)) throw unknownTarget('userId');
    return caller.write(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user === undefined) throw unknownTarget('userId');
      const recoveryCodes = await countRecoveryCodes(tx, userId);
      await deleteRecoveryCodes(tx, userId);
      const passkeys = await deletePasskeysOf(tx, userId);
      const totp = await deleteTotp(tx, userId);
      await deleteChallengesOf(tx, userId);
      await endBegunSignIns(tx, userId);
      const sessions = (await deleteSessionsOf(tx, userId)).length;
      const before = { passkeys, totp, recoveryCodes };
      const change = { before, after: { sessionsEnded: sessions }, change: 'allRemoved' } as const;
      await noteFactor(deps, tx, caller, user, { action: 'user.removeFactors', ...change });
      const parts = [
        count(passkeys.length, 'passkey'),
        totp ? 'the authenticator app' : 'no authenticator app',
        count(recoveryCodes, 'recovery code'),
      ];
      return { status: 'success', message: `Removed: ${parts.join(', ')}. ${count(sessions, 'session')} ended.` };
    });
  };

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
