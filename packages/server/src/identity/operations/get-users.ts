import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { boundedMetaOf } from '../../filters/counting.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { parsePage } from '../../filters/paging.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { UseCase } from '../../use-case/caller.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { userView } from '../directory/views.js';
import { countUsers, userPage } from '../records/user-queries.js';

/** Lists users by name, all or some of them. */
export const getUsers =
  (deps: IdentityDeps): UseCase<'getUsers'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getUsers);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const { email, userId, text, kind, state } = request;
    if (userId !== undefined && !isUuid(userId)) return { meta: boundedMetaOf(page, 0), users: [] };
    const some = { email, id: userId, text, kind, disabled: state === undefined ? undefined : state === 'disabled' };
    const [users, total] = await Promise.all([userPage(deps.db, some, page), countUsers(deps.db, some)]);
    return {
      meta: boundedMetaOf(page, total),
      users: users.map((user) => ({ ...userView(user), administrator: user.administrator })),
    };
  };
