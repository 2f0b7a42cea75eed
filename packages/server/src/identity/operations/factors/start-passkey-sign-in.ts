import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { signInOptions } from '../../passkeys/ceremonies.js';
import { issueChallenge, requireParty } from '../../passkeys/challenges.js';

/** startPasskeySignIn: a challenge for whatever passkey the browser offers. */
export const startPasskeySignIn =
  (deps: FactorDeps): UseCase<'startPasskeySignIn'> =>
  async ({ sender }) => {
    const party = requireParty(deps);
    const challenge = await issueChallenge(deps, 'signIn', null, sender.address);
    return { publicKey: { ...(await signInOptions(party, challenge)) } };
  };
