import { wrongSignIn } from '../../../kernel/errors/access-errors.js';
import { alreadyTaken } from '../../../kernel/errors/request-errors.js';
import { isUniqueViolation, type Transaction, transaction } from '../../../postgres/database.js';
import type { UseCase } from '../../../use-case/caller.js';
import { endEnrolment } from '../../factors/end-enrolment.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { noteFactor } from '../../factors/note-factor.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { challengeOf, type Passkey, PasskeyRefused, verifyRegistration } from '../../passkeys/ceremonies.js';
import { requireParty } from '../../passkeys/challenges.js';
import { requireRoomForPasskey } from '../../passkeys/passkey-limit.js';
import { checkPasskeyName } from '../../passkeys/passkey-name.js';
import { passkeyView } from '../../passkeys/passkey-view.js';
import { takeChallenge } from '../../records/factors/challenge-queries.js';
import { insertPasskey, type PasskeyRow, passkeysOf } from '../../records/factors/passkey-queries.js';
import { passwordHashOf } from '../../records/password-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { giveFirstRecoveryCodes } from '../../recovery/give-recovery-codes.js';

/** finishPasskeyRegistration: keeps the passkey that the browser has made. */
export const finishPasskeyRegistration =
  (deps: FactorDeps): UseCase<'finishPasskeyRegistration'> =>
  async (caller, request) => {
    const own = requireOwnSession(caller);
    const name = checkPasskeyName(request.name);
    const made = await verified(deps, own.userId, request.passkey);
    return caller.write(async (tx) => {
      const { userId } = own;
      const now = deps.now();
      const user = await lockUser(tx, userId);
      requireRoomForPasskey((await passkeysOf(tx, userId)).length);
      const row: PasskeyRow = { ...made, userId, name, createdTs: new Date(now), usedTs: null };
      await insert(tx, row);
      const after = { passkey: name, synced: row.backupEligible };
      const changed = { action: 'user.addPasskey', before: null, after, change: 'passkeyAdded', name } as const;
      await noteFactor(deps, tx, caller, user, changed);
      await endEnrolment(tx, caller, own, [row.backupEligible ? 'swk' : 'hwk', 'user', 'mfa'], now);
      // Without a password there is no second step that a recovery code could stand for.
      const hasPassword = (await passwordHashOf(tx, userId)) !== undefined;
      const recoveryCodes = hasPassword ? await giveFirstRecoveryCodes(tx, userId, now) : [];
      return { passkey: passkeyView(row), recoveryCodes };
    });
  };

/** The challenge is used up whatever comes out. */
async function verified(deps: FactorDeps, userId: string, answer: unknown): Promise<Passkey> {
  const party = requireParty(deps);
  try {
    const challenge = challengeOf(answer);
    const isOurs = await transaction(deps.db, (tx) =>
      takeChallenge(tx, { challenge, purpose: 'registration', userId }, new Date(deps.now())),
    );
    if (!isOurs) throw new PasskeyRefused('the challenge is unknown, used, too old or of somebody else');
    return await verifyRegistration(party, challenge, answer);
  } catch (error) {
    if (!(error instanceof PasskeyRefused)) throw error;
    deps.log.warn({ userId, reason: error.message }, 'passkey registration refused');
    throw wrongSignIn('The answer of the browser does not fit, or came too late. Try to add the passkey again.');
  }
}

async function insert(tx: Transaction, row: PasskeyRow): Promise<void> {
  try {
    await tx.savepoint(() => insertPasskey(tx, row));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw alreadyTaken('This passkey was added before.', '/passkey', error);
  }
}
