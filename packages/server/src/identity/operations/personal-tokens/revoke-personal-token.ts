import { mayAdminister } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import type { CatalogueError } from '../../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { namesNothing } from '../../../kernel/errors/request-errors.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { personalTokenView } from '../../personal-tokens/personal-token-view.js';
import { deletePersonalToken, findPersonalToken } from '../../records/personal-token-queries.js';
import { requireUnlimited } from '../../sessions/whose.js';

/** revokePersonalToken: one of the caller, or of anybody for the administrator. */
export const revokePersonalToken =
  (): UseCase<'revokePersonalToken'> =>
  async (caller, { personalTokenId }) => {
    const { userId } = requireUnlimited(caller.principal, errorIds.mayNotUpdate);
    if (!isUuid(personalTokenId)) throw unknownToken();
    return caller.write(async (tx) => {
      const token = await findPersonalToken(tx, personalTokenId);
      // A token of another user is as unknown as one that does not exist.
      const isTheirs = token?.userId === userId || mayAdminister(caller.principal);
      if (token === undefined || !isTheirs || !(await deletePersonalToken(tx, token.id))) throw unknownToken();
      const view = personalTokenView(token);
      await appendAudit(tx, caller, [
        {
          action: 'user.revokePersonalToken',
          subProjectId: null,
          subjectType: 'user',
          subjectId: token.userId,
          processId: null,
          before: view,
          after: null,
        },
      ]);
      return { personalToken: view };
    });
  };

const unknownToken = (): CatalogueError => namesNothing('personalTokenId names no personal token.', '/personalTokenId');
