import { appendAudit } from '../../audit/records/append.js';
import { wrongSignIn } from '../../kernel/errors/access-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { PublicCaller } from '../../use-case/caller.js';
import { principalOfPerson } from '../directory/principal-of-person.js';
import { lockUser } from '../records/user-queries.js';
import { rememberDevice } from './known-device.js';
import { cookieOf, type NewSession, type OpenedSession, openSession } from './open-session.js';

/** What a person has proved when a session is opened for them. */
export type ProvenSignIn = Pick<
  NewSession,
  'userId' | 'method' | 'amr' | 'remember' | 'enrolling' | 'authenticatedAt' | 'now'
>;

/**
 * Signs the sender of a request in: opens the session, tells the audit log and sets its cookie and that of the device. For every
 * way to sign in, in the transaction of `caller.write`.
 *
 * @throws CatalogueError 1016 when the user is disabled or gone, 1009 where a browser would send the cookie in the clear
 */
export async function startSession(
  tx: Transaction,
  { traceId, sender }: Pick<PublicCaller, 'traceId' | 'sender'>,
  proven: ProvenSignIn,
): Promise<OpenedSession> {
  const user = await lockUser(tx, proven.userId);
  if (user === undefined || user.disabled) throw wrongSignIn('The user of this sign-in is disabled.');
  const { address, agent, sessionSecret } = sender;
  const opened = await openSession(tx, { ...proven, address, userAgent: agent, replaces: sessionSecret });
  const { session } = opened;
  await appendAudit(tx, { principal: principalOfPerson(user), traceId }, [
    {
      action: 'user.signIn',
      subProjectId: null,
      subjectType: 'user',
      subjectId: user.id,
      processId: null,
      before: null,
      after: { method: session.method, amr: session.amr, network: session.network, sessionId: session.id },
    },
  ]);
  sender.setSession(cookieOf(opened));
  await rememberDevice(tx, sender, { email: user.email, now: session.createdTs.getTime() });
  return opened;
}
