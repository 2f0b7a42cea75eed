import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parsePage } from '../../../filters/paging.js';
import type { Database } from '../../../postgres/database.js';
import type { UseCase } from '../../../use-case/caller.js';
import { applicationView } from '../../applications/application-view.js';
import { applicationPage, countApplications } from '../../records/applications/application-queries.js';

/** Lists the applications that may act as people, newest first, without their secrets. */
export const getApplications =
  ({ db }: { readonly db: Database }): UseCase<'getApplications'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getApplications);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const [rows, total] = await Promise.all([applicationPage(db, page), countApplications(db)]);
    return { meta: boundedMetaOf(page, total), applications: rows.map(applicationView) };
  };
