import { wrongSignIn } from '../../../kernel/errors/access-errors.js';
import { invalidRequest } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import {
  findPendingSignIn,
  pendingSignInFailed,
  takePendingSignIn,
} from '../../records/factors/pending-sign-in-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { proveRecoveryCode } from '../../recovery/prove-recovery-code.js';
import { PENDING_ATTEMPTS, pendingHash } from '../../second-step/pending-sign-in.js';
import { sessionView } from '../../sessions/session-view.js';
import { startSession } from '../../sessions/start-session.js';
import { proveCode } from '../../totp/prove-code.js';

const expired = () =>
  wrongSignIn('This sign-in has expired, or there were too many wrong codes. Begin again with your password.');

/** finishSignIn: the second step of a sign-in whose password was right. */
export const finishSignIn =
  (deps: FactorDeps): UseCase<'finishSignIn'> =>
  async (caller, { pendingSignIn, code, recoveryCode }) => {
    if ((code === undefined) === (recoveryCode === undefined)) {
      throw invalidRequest('Send either code or recoveryCode.');
    }
    const { sender, traceId } = caller;
    const { address } = sender;
    const hash = pendingHash(pendingSignIn);
    const pending = await findPendingSignIn(deps.db, hash, new Date(deps.now()));
    if (pending === undefined) throw expired();
    const { userId, method, remembered: remember } = pending;
    const isRight =
      code !== undefined
        ? await proveCode(deps, userId, code)
        : await proveRecoveryCode(deps, userId, recoveryCode ?? '', address);
    if (!isRight) {
      await pendingSignInFailed(deps.db, hash, PENDING_ATTEMPTS);
      deps.log.warn({ userId, address, traceId }, 'second step of a sign-in refused');
      await deps.failures.note({
        userId,
        name: userId,
        method: code === undefined ? 'recoveryCode' : 'totp',
        address,
        traceId,
      });
      throw wrongSignIn(
        code === undefined
          ? 'The recovery code is wrong or was used before.'
          : 'The code is wrong, has expired or was used before. Wait for the next one.',
      );
    }
    const amr = [...new Set([...pending.amr, 'otp', 'mfa'])];
    const { session } = await caller.write(async (tx) => {
      await lockUser(tx, userId);
      if (!(await takePendingSignIn(tx, hash))) throw expired();
      return startSession(tx, caller, { userId, method, amr, remember, now: deps.now() });
    });
    return { status: 'signedIn', userId, session: sessionView(session, session.id) };
  };
