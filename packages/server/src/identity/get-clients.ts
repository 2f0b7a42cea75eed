import { operations } from '@millrace/contract';
import { requireAdministrator } from '../access/require-administrator.js';
import type { UseCase } from '../caller.js';
import { metaErrorIds, parsing } from '../filters/filter-error.js';
import { metaOf, parsePage } from '../filters/paging.js';
import { isUuid } from '../identifiers.js';
import { clientPage, countClients } from './client-queries.js';
import type { IdentityDeps } from './identity-deps.js';
import { clientView } from './views.js';

/** Lists clients without their secrets, newest first, of one user or all. A user that does not exist has none. */
export const getClients =
  (deps: IdentityDeps): UseCase<'getClients'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getClients);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const { userId } = request;
    if (userId !== undefined && !isUuid(userId)) return { meta: metaOf(page, 0), clients: [] };
    const [clients, total] = await Promise.all([clientPage(deps.db, userId, page), countClients(deps.db, userId)]);
    return { meta: metaOf(page, total), clients: clients.map(clientView) };
  };
