import type { Transaction } from '../../postgres/database.js';
import type { PublicCaller } from '../../use-case/caller.js';
import type { RelyingParty } from '../factors/relying-party.js';
import type { OpenedSession } from '../sessions/open-session.js';
import { type ProvenSignIn, startSession } from '../sessions/start-session.js';
import { keepPendingSignIn, type PendingSignIn } from './pending-sign-in.js';
import { secondStepOf } from './second-step.js';

/** What a right first factor leads to. */
export type BegunSignIn =
  | { readonly status: 'signedIn'; readonly opened: OpenedSession }
  /** The session opens only what sets up a second factor. */
  | { readonly status: 'enrol'; readonly opened: OpenedSession }
  | { readonly status: 'secondStep'; readonly pending: PendingSignIn };

/**
 * Goes on with a sign-in whose first factor was right: signs the sender in, or asks for the second factor. For every way to
 * sign in that is one factor, in the transaction of `caller.write`.
 *
 * @throws CatalogueError as `startSession`
 */
export async function beginSignIn(
  tx: Transaction,
  caller: Pick<PublicCaller, 'traceId' | 'sender'>,
  proven: ProvenSignIn,
  party: RelyingParty | undefined,
): Promise<BegunSignIn> {
  const step = await secondStepOf(tx, proven.userId, proven.method, party !== undefined);
  if (step === 'none') return { status: 'signedIn', opened: await startSession(tx, caller, proven) };
  if (step === 'enrol') {
    return { status: 'enrol', opened: await startSession(tx, caller, { ...proven, enrolling: true }) };
  }
  return { status: 'secondStep', pending: await keepPendingSignIn(tx, proven, step) };
}
