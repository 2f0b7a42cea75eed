import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { provePasskey } from '../../passkeys/prove-passkey.js';
import { sessionView } from '../../sessions/session-view.js';
import { startSession } from '../../sessions/start-session.js';

/** finishPasskeySignIn: the browser's answer for a session. A passkey is both factors. */
export const finishPasskeySignIn =
  (deps: FactorDeps): UseCase<'finishPasskeySignIn'> =>
  async (caller, { passkey, remember = false }) => {
    const { traceId, sender } = caller;
    const { userId, amr } = await provePasskey(deps, passkey, { address: sender.address, traceId });
    const { session } = await caller.write((tx) =>
      startSession(tx, caller, { userId, method: 'passkey', amr, remember, now: deps.now() }),
    );
    return { status: 'signedIn', userId, session: sessionView(session, session.id) };
  };
