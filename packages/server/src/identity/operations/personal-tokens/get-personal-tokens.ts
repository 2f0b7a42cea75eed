import { errorIds } from '../../../kernel/errors/error-ids.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unknownTarget } from '../../directory/unknown-target.js';
import { personalTokenView } from '../../personal-tokens/personal-token-view.js';
import { personalTokensOf } from '../../records/personal-token-queries.js';
import { findUser } from '../../records/user-queries.js';
import type { SessionDeps } from '../../sessions/session-deps.js';
import { whoseCredentials } from '../../sessions/whose.js';

/** getPersonalTokens: those of the caller, or of the user that the administrator names. */
export const getPersonalTokens =
  ({ db }: Pick<SessionDeps, 'db'>): UseCase<'getPersonalTokens'> =>
  async ({ principal }, { userId: named }) => {
    const userId = whoseCredentials(principal, named, errorIds.mayNotRead);
    const [user, tokens] = await Promise.all([findUser(db, userId), personalTokensOf(db, userId)]);
    if (user === undefined) throw unknownTarget('userId');
    return { personalTokens: tokens.map(personalTokenView) };
  };
