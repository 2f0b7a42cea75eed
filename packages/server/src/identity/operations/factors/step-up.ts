import { unauthenticated, wrongSignIn } from '../../../kernel/errors/access-errors.js';
import { invalidRequest } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { auditFactor } from '../../factors/audit-factor.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { type OfferedProof, proveAgain } from '../../second-step/prove-again.js';
import { cookieOf, reauthenticateSession } from '../../sessions/open-session.js';
import { sessionView } from '../../sessions/session-view.js';

/** stepUp: the person of a session proves again who they are. The session gets another secret. */
export const stepUp =
  (deps: FactorDeps): UseCase<'stepUp'> =>
  async (caller, request) => {
    const own = requireOwnSession(caller);
    const { sessionId, userId, sender, signIn } = own;
    const proof = oneOf(request);
    const amr = await proveAgain(deps, own, caller.traceId, proof);
    if (amr === undefined) throw wrongSignIn(`${refusals[proof.kind]} You are still signed in.`);
    return caller.write(async (tx) => {
      const all = [...new Set([...signIn.amr, ...amr])];
      const renewed = await reauthenticateSession(tx, sessionId, { amr: all, now: deps.now() });
      if (renewed === undefined) throw unauthenticated('The session has ended. Sign in again.');
      await auditFactor(tx, caller, userId, 'user.stepUp', { before: null, after: { by: proof.kind, sessionId } });
      sender.setSession(cookieOf(renewed));
      return { session: sessionView(renewed.session, sessionId) };
    });
  };

const refusals = {
  password: 'The password is wrong.',
  code: 'The code is wrong, has expired or was used before. Wait for the next one.',
  recoveryCode: 'The recovery code is wrong or was used before.',
  passkey: 'The passkey is one of another person.',
} as const satisfies Record<OfferedProof['kind'], string>;

function oneOf(request: Parameters<UseCase<'stepUp'>>[1]): OfferedProof {
  const { password, code, recoveryCode, passkey } = request;
  const given: OfferedProof[] = [
    ...(password === undefined ? [] : [{ kind: 'password', value: password } as const]),
    ...(code === undefined ? [] : [{ kind: 'code', value: code } as const]),
    ...(recoveryCode === undefined ? [] : [{ kind: 'recoveryCode', value: recoveryCode } as const]),
    ...(passkey === undefined ? [] : [{ kind: 'passkey', value: passkey } as const]),
  ];
  const [proof] = given;
  if (proof !== undefined && given.length === 1) return proof;
  throw invalidRequest('Send one of password, code, recoveryCode and passkey.');
}
