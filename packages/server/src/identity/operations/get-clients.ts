import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { boundedMetaOf } from '../../filters/counting.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { parsePage } from '../../filters/paging.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { UseCase } from '../../use-case/caller.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { clientView } from '../directory/views.js';
import { clientPage, countClients } from '../records/client-queries.js';

/** Lists clients without their secrets, newest first, of one user or all. A user that does not exist has none. */
export const getClients =
  (deps: IdentityDeps): UseCase<'getClients'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getClients);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const { userId } = request;
    if (userId !== undefined && !isUuid(userId)) return { meta: boundedMetaOf(page, 0), clients: [] };
    const [clients, total] = await Promise.all([clientPage(deps.db, userId, page), countClients(deps.db, userId)]);
    return { meta: boundedMetaOf(page, total), clients: clients.map(clientView) };
  };
