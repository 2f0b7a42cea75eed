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

/** Lists clients without the values of their secrets, newest first, all or some of them. A user that does not exist has none. */
export const getClients =
  (deps: IdentityDeps): UseCase<'getClients'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getClients);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const { userId, text } = request;
    if (userId !== undefined && !isUuid(userId)) return { meta: boundedMetaOf(page, 0), clients: [] };
    const some = { userId, text };
    const [clients, total] = await Promise.all([clientPage(deps.db, some, page), countClients(deps.db, some)]);
    return {
      meta: boundedMetaOf(page, total),
      clients: clients.map((client) => ({
        ...clientView(client),
        userName: client.userName,
        secrets: client.secrets.map(({ createdTs, expiresTs }) => ({
          createdTs: new Date(createdTs).toISOString(),
          expiresTs: expiresTs === null ? null : new Date(expiresTs).toISOString(),
        })),
      })),
    };
  };
