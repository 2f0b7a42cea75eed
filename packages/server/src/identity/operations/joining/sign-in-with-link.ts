import type { UseCase } from '../../../use-case/caller.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { useLink } from '../../joining/use-link.js';
import { beginSignIn } from '../../second-step/begin-sign-in.js';
import { signInAnswer } from '../../second-step/sign-in-answer.js';

/** Uses a sign-in link: the person of the link is signed in, as after a right password. */
export const signInWithLink =
  ({ now, party }: JoiningDeps): UseCase<'signInWithLink'> =>
  async (caller, { token }) => {
    const { userId, begun } = await caller.write(async (tx) => {
      const { subject } = await useLink(tx, token, 'sign-in');
      const proven = { userId: subject, method: 'link', amr: ['link'], remember: false, now: now() };
      return { userId: subject, begun: await beginSignIn(tx, caller, proven, party) };
    });
    return { userId, ...signInAnswer(begun) };
  };
