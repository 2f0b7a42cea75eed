import type { UseCase } from '../../../use-case/caller.js';
import { signInButtons } from '../../sso/sign-in-buttons.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** getSignInMethods: what a sign-in page offers. It looks at no user, so it says nothing about any. */
export const getSignInMethods =
  ({ db, providers, publicUrl }: SsoDeps): UseCase<'getSignInMethods'> =>
  async (_caller, { email }) => ({
    password: true,
    identityProviders: [...(await signInButtons({ db, providers, publicUrl }, email))],
  });
