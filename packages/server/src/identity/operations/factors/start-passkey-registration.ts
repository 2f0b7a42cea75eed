import { unauthenticated } from '../../../kernel/errors/access-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { registrationOptions } from '../../passkeys/ceremonies.js';
import { issueChallenge, requireParty } from '../../passkeys/challenges.js';
import { requireRoomForPasskey } from '../../passkeys/passkey-limit.js';
import { passkeysOf } from '../../records/factors/passkey-queries.js';
import { findUser } from '../../records/user-queries.js';

/** startPasskeyRegistration: what the browser needs to make a passkey. */
export const startPasskeyRegistration =
  (deps: FactorDeps): UseCase<'startPasskeyRegistration'> =>
  async (caller) => {
    const { userId, sender } = requireOwnSession(caller);
    const party = requireParty(deps);
    const [user, existing] = await Promise.all([findUser(deps.db, userId), passkeysOf(deps.db, userId)]);
    if (user === undefined) throw unauthenticated('The user of this request is gone.');
    requireRoomForPasskey(existing.length);
    const challenge = await issueChallenge(deps, 'registration', userId, sender.address);
    return { publicKey: { ...(await registrationOptions(party, challenge, user, existing)) } };
  };
