import { unauthenticated } from '../../../kernel/errors/access-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** startIdentityLink: the account is linked when the browser of this session comes back from the provider. */
export const startIdentityLink =
  ({ singleSignOn }: SsoDeps): UseCase<'startIdentityLink'> =>
  async ({ signIn, sender, write }, { providerId, returnTo }) => {
    const sessionId = signIn?.sessionId;
    if (sessionId === undefined || sender === undefined) {
      throw unauthenticated(
        'An account is linked in a browser: sign in there and call this operation with its session.',
      );
    }
    const url = await singleSignOn.startLink({ providerId, returnTo, sender, sessionId });
    return write(async () => ({ url: url.href }));
  };
