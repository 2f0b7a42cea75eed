import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { boundedMetaOf } from '../../filters/counting.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { parsePage } from '../../filters/paging.js';
import type { UseCase } from '../../use-case/caller.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { userView } from '../directory/views.js';
import { countUsers, userPage } from '../records/user-queries.js';

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
    return { meta: boundedMetaOf(page, total), users: users.map(userView) };
  };
