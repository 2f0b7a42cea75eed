import { mayNotUpdate, stepUpRequired, wrongSignIn } from '../../../kernel/errors/access-errors.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { conflict, invalidMember } from '../../../kernel/errors/request-errors.js';
import type { Caller, UseCase, UserPrincipal } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { checkNewPassword } from '../../passwords/password-rules.js';
import { replacePassword } from '../../passwords/replace-password.js';
import { passwordHashOf } from '../../records/password-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { isOfApplication } from '../../secrets/grant-client.js';
import { cookieOf, reauthenticateSession } from '../../sessions/open-session.js';
import type { SessionDeps } from '../../sessions/session-deps.js';
import { userOf } from '../../sessions/user-of.js';
import { requireUnlimited } from '../../sessions/whose.js';

/** A session that is older must not set a first password: whoever finds the browser open could stay. */
const RECENT_MS = 10 * 60_000;

/** setPassword: the caller's own; asks for the current one and ends the other sessions. */
export const setPassword =
  (deps: SessionDeps & Pick<FactorDeps, 'mails'>): UseCase<'setPassword'> =>
  async (caller, { password, currentPassword }) => {
    const { userId } = requireOwn(caller);
    const { db, passwords, mails, now } = deps;
    const [user, known] = await Promise.all([userOf(db, userId), passwordHashOf(db, userId)]);
    await checkNewPassword(password, user);
    if (known === undefined) requireRecent(caller, now());
    else await checkCurrent(deps, caller, { userId, known, currentPassword });
    const hash = await passwords.hash(password);
    return caller.write(async (tx) => {
      const row = await lockUser(tx, userId);
      // Somebody else may have changed it meanwhile: what was checked is no longer current.
      if ((await passwordHashOf(tx, userId)) !== known) {
        throw conflict('The password was changed at the same time. Sign in with the new one and try again.');
      }
      const sessionId = caller.signIn?.sessionId;
      const endedSessions = await replacePassword(tx, caller, {
        userId,
        hash,
        by: 'change',
        keep: sessionId,
        now: now(),
      });
      if (row !== undefined) {
        const to = { name: row.name, address: row.email };
        await mails.add(tx, { template: 'passwordChanged', to, data: { changedTs: new Date(now()).toISOString() } });
      }
      await renewOwn(caller, tx, sessionId, now());
      return { status: 'success', endedSessions };
    });
  };

/** A session, or a token of the person's own client; every other token was given out for something else. */
function requireOwn({ principal, signIn }: Caller): UserPrincipal {
  const user = requireUnlimited(principal, errorIds.mayNotUpdate);
  const held =
    signIn?.credential === 'personalToken'
      ? 'A personal token'
      : isOfApplication(user)
        ? 'A token of an application'
        : user.scopes.length > 0
          ? 'A token with scopes'
          : undefined;
  if (held === undefined) return user;
  throw mayNotUpdate(`${held} may not set the password of its person. Sign in.`, []);
}

async function checkCurrent(
  { passwords, limit }: SessionDeps,
  { sender }: Caller,
  given: { readonly userId: string; readonly known: string; readonly currentPassword: string | undefined },
): Promise<void> {
  const { userId, known, currentPassword } = given;
  if (currentPassword === undefined) {
    throw invalidMember('/currentPassword', 'Send the current password as currentPassword.');
  }
  const subjects = limit.subjects(`\0${userId}`, sender?.address ?? '');
  await limit.check(subjects);
  if (await passwords.check(currentPassword, known, limit.turn(subjects))) return;
  throw wrongSignIn('The current password is wrong.');
}

function requireRecent({ signIn }: Caller, now: number): void {
  if (signIn?.authenticatedAt === undefined || now - signIn.authenticatedAt <= RECENT_MS) return;
  throw stepUpRequired('The sign-in is older than 10 minutes. Call stepUp, then set the first password.');
}

/** The secret of the session changes with the password. */
async function renewOwn(
  { sender, signIn }: Caller,
  tx: Parameters<typeof reauthenticateSession>[0],
  sessionId: string | undefined,
  now: number,
): Promise<void> {
  if (sessionId === undefined || signIn === undefined) return;
  const renewed = await reauthenticateSession(tx, sessionId, { amr: signIn.amr, now });
  if (renewed !== undefined) sender?.setSession(cookieOf(renewed));
}
