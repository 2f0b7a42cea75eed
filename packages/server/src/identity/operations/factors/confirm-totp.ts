import { wrongSignIn } from '../../../kernel/errors/access-errors.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { endEnrolment } from '../../factors/end-enrolment.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { noteFactor } from '../../factors/note-factor.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { confirmTotpRow, findTotp, lockTotp } from '../../records/factors/totp-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { giveFirstRecoveryCodes } from '../../recovery/give-recovery-codes.js';
import { fromBase32 } from '../../totp/base32.js';
import { totpContext } from '../../totp/prove-code.js';
import { acceptedStep } from '../../totp/totp.js';

/** A secret that was shown longer ago may have been seen by others since. */
const WAITS_MS = 3_600_000;

/** confirmTotp: the secret of startTotp counts from now on. */
export const confirmTotp =
  (deps: FactorDeps): UseCase<'confirmTotp'> =>
  async (caller, { code }) => {
    const { sealing, now } = deps;
    const own = requireOwnSession(caller);
    const { userId } = own;
    return caller.write(async (tx) => {
      const user = await lockUser(tx, userId);
      const waiting = await lockTotp(tx, userId, false);
      if (waiting === undefined || waiting.createdTs.getTime() < now() - WAITS_MS) {
        throw conflict('No authenticator app waits to be confirmed. Begin with startTotp.');
      }
      const secret = fromBase32(sealing.open(totpContext(userId), waiting.secret));
      // The person knows the secret: there is nothing to guess here.
      const step = acceptedStep(secret, code, now(), undefined);
      if (step === undefined) {
        throw wrongSignIn(
          'The code does not fit the secret. Check the time of your device and type the code it shows now.',
        );
      }
      const replaced = (await findTotp(tx, userId)) !== undefined;
      await confirmTotpRow(tx, userId, step);
      const after = { totp: true };
      const changed = replaced
        ? ({ action: 'user.replaceTotp', before: { totp: true }, after, change: 'appReplaced' } as const)
        : ({ action: 'user.addTotp', before: null, after, change: 'appAdded' } as const);
      await noteFactor(deps, tx, caller, user, changed);
      await endEnrolment(tx, caller, own, ['otp', 'mfa'], now());
      return { recoveryCodes: await giveFirstRecoveryCodes(tx, userId, now()) };
    });
  };
