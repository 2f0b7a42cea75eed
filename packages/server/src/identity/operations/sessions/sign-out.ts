import { appendAudit } from '../../../audit/records/append.js';
import type { Transaction } from '../../../postgres/database.js';
import type { PublicCaller, UseCase } from '../../../use-case/caller.js';
import { deleteSession, deleteSessionsOf, findSession } from '../../records/session-queries.js';
import { hashSessionSecret, isSessionSecret } from '../../sessions/session-secret.js';

/** signOut: ends the session of the browser. Public, so that a browser whose session has ended gets rid of its cookie too. */
export const signOut =
  (): UseCase<'signOut'> =>
  async (caller, { everywhere = false }) => {
    return caller.write(async (tx) => {
      await endSessionOf(tx, caller, everywhere);
      caller.sender.clearSession();
      return { status: 'signedOut' };
    });
  };

async function endSessionOf(tx: Transaction, { sender, traceId }: PublicCaller, everywhere: boolean): Promise<void> {
  const { sessionSecret } = sender;
  if (sessionSecret === undefined || !isSessionSecret(sessionSecret)) return;
  const secretHash = hashSessionSecret(sessionSecret);
  const session = await findSession(tx, { secretHash });
  if (session === undefined || (await deleteSession(tx, { secretHash })) === undefined) return;
  const { id, userId, name, administrator } = session;
  const others = everywhere ? await deleteSessionsOf(tx, userId) : [];
  const principal = { kind: 'user', userId, clientId: undefined, name, administrator, scopes: [] } as const;
  await appendAudit(tx, { principal, traceId }, [
    {
      action: 'user.signOut',
      subProjectId: null,
      subjectType: 'user',
      subjectId: userId,
      processId: null,
      before: null,
      after: { sessionIds: [id, ...others] },
    },
  ]);
}
