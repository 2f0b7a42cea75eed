import { appendAudit } from '../../../audit/records/append.js';
import type { Transaction } from '../../../postgres/database.js';
import type { PublicCaller, UseCase } from '../../../use-case/caller.js';
import { deleteSession, deleteSessionsOf, findSession } from '../../records/session-queries.js';
import { hashSessionSecret, isSessionSecret } from '../../sessions/session-secret.js';
import type { SignOutAddress } from '../../sso/logout.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** signOut: ends the session of the browser, and says where its identity provider does the same. Public, so that a browser whose session has ended gets rid of its cookie too. */
export const signOut =
  ({ signOutAddress }: Pick<SsoDeps, 'signOutAddress'>): UseCase<'signOut'> =>
  async (caller, { everywhere = false }) => {
    return caller.write(async (tx) => {
      const identityProviderUrl = await endSessionOf(tx, caller, everywhere, signOutAddress);
      caller.sender.clearSession();
      return { status: 'signedOut', identityProviderUrl: identityProviderUrl ?? null };
    });
  };

/** @returns where the identity provider that the session came from signs its person out */
async function endSessionOf(
  tx: Transaction,
  { sender, traceId }: PublicCaller,
  everywhere: boolean,
  signOutAddress: SignOutAddress,
): Promise<string | undefined> {
  const { sessionSecret } = sender;
  if (sessionSecret === undefined || !isSessionSecret(sessionSecret)) return undefined;
  const secretHash = hashSessionSecret(sessionSecret);
  const session = await findSession(tx, { secretHash });
  if (session === undefined) return undefined;
  const address = await signOutAddress(tx, session.id);
  if ((await deleteSession(tx, { secretHash })) === undefined) return undefined;
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
  return address;
}
