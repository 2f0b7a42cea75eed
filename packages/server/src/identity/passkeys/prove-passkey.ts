import { wrongSignIn } from '../../kernel/errors/access-errors.js';
import { type Transaction, transaction } from '../../postgres/database.js';
import type { FactorDeps } from '../factors/factor-deps.js';
import { takeChallenge } from '../records/factors/challenge-queries.js';
import { lockPasskey, passkeyUsed } from '../records/factors/passkey-queries.js';
import { challengeOf, PasskeyRefused, passkeyIdOf, verifySignIn } from './ceremonies.js';
import { requireParty } from './challenges.js';

/** Whom a passkey has proved. */
export interface ProvenPasskey {
  readonly userId: string;
  /** RFC 8176: a key in hardware or software, and that the person was verified at it. */
  readonly amr: readonly string[];
}

type ProvingDeps = Pick<FactorDeps, 'db' | 'party' | 'now' | 'log'>;

/**
 * Checks a browser's answer to a challenge of startPasskeySignIn. The challenge is used up whatever comes out.
 *
 * @param from for the log
 * @throws CatalogueError 1016 for whatever is wrong with it, 1009 where there are no passkeys
 */
export async function provePasskey(
  deps: ProvingDeps,
  answer: unknown,
  from: { readonly address: string; readonly traceId: string },
): Promise<ProvenPasskey> {
  const party = requireParty(deps);
  try {
    const challenge = challengeOf(answer);
    const id = passkeyIdOf(answer);
    const proven = await transaction(deps.db, async (tx) => {
      const now = new Date(deps.now());
      if (!(await takeChallenge(tx, { challenge, purpose: 'signIn', userId: null }, now))) {
        return new PasskeyRefused('the challenge is unknown, used or too old');
      }
      return useOf(tx, { party, challenge, id, answer, now });
    });
    if (proven instanceof PasskeyRefused) throw proven;
    return proven;
  } catch (error) {
    if (!(error instanceof PasskeyRefused)) throw error;
    deps.log.warn({ ...from, reason: error.message }, 'passkey refused');
    throw wrongSignIn('The passkey is not known here, or its answer came too late. Try again, or sign in another way.');
  }
}

/** Returns a refusal instead of throwing it, so that the challenge stays used. */
async function useOf(
  tx: Transaction,
  given: {
    readonly party: ReturnType<typeof requireParty>;
    readonly challenge: string;
    readonly id: string;
    readonly answer: unknown;
    readonly now: Date;
  },
): Promise<ProvenPasskey | PasskeyRefused> {
  const passkey = await lockPasskey(tx, given.id);
  if (passkey === undefined) return new PasskeyRefused('there is no such passkey');
  try {
    const use = await verifySignIn(given.party, given.challenge, given.answer, passkey, passkey.userId);
    await passkeyUsed(tx, passkey.id, { ...use, usedTs: given.now });
    return { userId: passkey.userId, amr: [passkey.backupEligible ? 'swk' : 'hwk', 'user', 'mfa'] };
  } catch (error) {
    if (error instanceof PasskeyRefused) return error;
    throw error;
  }
}
