import { isUnrestricted } from '../../access/authorize.js';
import { boundedMetaOf } from '../../filters/counting.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { parsePage } from '../../filters/paging.js';
import { groupIdsOf } from '../../identity/records/group-member-queries.js';
import { type Database, transaction } from '../../postgres/database.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import { countSubProjects, subProjectPage } from '../records/sub-project-queries.js';

/** Lists the sub-projects the caller is a member of (the administrator: all), by name; no role is needed to see them. */
export const getSubProjects =
  ({ db }: { readonly db: Database }): UseCase<'getSubProjects'> =>
  async (caller, query) => {
    const page = parsing(metaErrorIds, () => parsePage(query));
    const userId = isUnrestricted(caller.principal) ? undefined : principalId(caller.principal);
    // One snapshot, so that the total and the page never contradict each other.
    return transaction(
      db,
      async (tx) => {
        const memberIds = userId === undefined ? undefined : [userId, ...(await groupIdsOf(tx, userId))];
        const total = await countSubProjects(tx, memberIds);
        const rows = await subProjectPage(tx, memberIds, page);
        return {
          meta: boundedMetaOf(page, total),
          subProjects: rows.map(({ id, name, version, stages, createdTs }) => ({
            id,
            name,
            version: version === null ? null : String(version),
            stages: [...(stages ?? [])],
            createdTs: createdTs.toISOString(),
          })),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };
