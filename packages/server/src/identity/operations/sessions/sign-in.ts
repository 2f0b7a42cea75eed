import { wrongSignIn } from '../../../kernel/errors/access-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { findPasswordOwner, passwordHashOf, upgradePasswordHash } from '../../records/password-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { beginSignIn } from '../../second-step/begin-sign-in.js';
import { signInAnswer } from '../../second-step/sign-in-answer.js';
import { deviceSecretOf, limitName } from '../../sessions/known-device.js';

const REFUSED = 'The e-mail address or the password is wrong, or the user is disabled.';

/** signIn: e-mail address and password for a session. A failure says nothing about why, and takes the same time for unknown people. */
export const signIn =
  (deps: FactorDeps): UseCase<'signIn'> =>
  async (caller, { email, password, remember = false }) => {
    const { db, passwords, limit, failures, log, now, party } = deps;
    const { address } = caller.sender;
    const subjects = limit.subjects(limitName(email), address, deviceSecretOf(caller.sender));
    const [owner] = await Promise.all([findPasswordOwner(db, email), limit.check(subjects)]);
    const hash = owner?.hash ?? undefined;
    const matches = await passwords.check(password, hash, limit.turn(subjects));
    if (owner === undefined || hash === undefined || !matches || owner.disabled) {
      const { traceId } = caller;
      log.warn({ userId: owner?.userId ?? 'unknown', address, traceId }, 'sign-in refused');
      await Promise.all([
        // A wrong password was counted in its turn.
        matches ? limit.failed(subjects) : undefined,
        failures.note({ userId: owner?.userId, name: email, method: 'password', address, traceId }),
      ]);
      throw wrongSignIn(REFUSED);
    }
    const { userId } = owner;
    const begun = await caller.write(async (tx) => {
      await lockUser(tx, userId);
      // A new password during the check ends every sign-in with the one before, also this one.
      if ((await passwordHashOf(tx, userId)) !== hash) throw wrongSignIn(REFUSED);
      return beginSignIn(tx, caller, { userId, method: 'password', amr: ['pwd'], remember, now: now() }, party);
    });
    await limit.succeeded(subjects);
    const better = await passwords.upgrade(password, hash);
    if (better !== undefined) await upgradePasswordHash(db, userId, hash, better);
    return { userId, ...signInAnswer(begun) };
  };
