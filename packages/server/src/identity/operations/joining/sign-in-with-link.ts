import type { UseCase } from '../../../use-case/caller.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { useLink } from '../../joining/use-link.js';
import { sessionView } from '../../sessions/session-view.js';
import { startSession } from '../../sessions/start-session.js';

/** Uses a sign-in link: the person of the link gets a session. */
export const signInWithLink =
  ({ now }: JoiningDeps): UseCase<'signInWithLink'> =>
  async (caller, { token }) => {
    const { userId, opened } = await caller.write(async (tx) => {
      const { subject } = await useLink(tx, token, 'sign-in');
      const proven = { userId: subject, method: 'link', amr: ['link'], remember: false, now: now() };
      return { userId: subject, opened: await startSession(tx, caller, proven) };
    });
    return { status: 'signedIn', userId, session: sessionView(opened.session, opened.session.id) };
  };
