import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parsePage } from '../../../filters/paging.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import type { Database } from '../../../postgres/database.js';
import type { UseCase } from '../../../use-case/caller.js';
import { consentPage, countConsents } from '../../records/applications/consent-queries.js';
import { requireUnlimited } from '../../sessions/whose.js';

/** Lists what the caller has allowed applications. */
export const getConsents =
  ({ db }: { readonly db: Database }): UseCase<'getConsents'> =>
  async (caller, request) => {
    const { userId } = requireUnlimited(caller.principal, errorIds.mayNotRead);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const [rows, total] = await Promise.all([consentPage(db, userId, page), countConsents(db, userId)]);
    const consents = rows.map(({ applicationId, applicationName, scopes, createdTs, usedTs }) => ({
      application: { applicationId, name: applicationName },
      scopes: [...scopes],
      createdTs: createdTs.toISOString(),
      usedTs: usedTs.toISOString(),
    }));
    return { meta: boundedMetaOf(page, total), consents };
  };
