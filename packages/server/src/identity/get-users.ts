import { operations } from '@millrace/contract';
import { requireAdministrator } from '../access/require-administrator.js';
import type { UseCase } from '../caller.js';
import { metaErrorIds, parsing } from '../filters/filter-error.js';
import { metaOf, parsePage } from '../filters/paging.js';
import type { IdentityDeps } from './identity-deps.js';
import { countUsers, userPage } from './user-queries.js';
import { userView } from './views.js';

/** Lists users by name, of one e-mail address or all. */
export const getUsers =
  (deps: IdentityDeps): UseCase<'getUsers'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getUsers);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const [users, total] = await Promise.all([
      userPage(deps.db, request.email, page),
      countUsers(deps.db, request.email),
    ]);
    return { meta: metaOf(page, total), users: users.map(userView) };
  };
