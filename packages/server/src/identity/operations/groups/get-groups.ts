import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parsePage } from '../../../filters/paging.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { GroupDeps } from '../../groups/group-deps.js';
import { groupView } from '../../groups/group-view.js';
import { countGroups, groupPage } from '../../records/group-queries.js';

/** Lists groups by name. */
export const getGroups =
  ({ db }: Pick<GroupDeps, 'db'>): UseCase<'getGroups'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getGroups);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const [groups, total] = await Promise.all([groupPage(db, request.name, page), countGroups(db, request.name)]);
    return {
      meta: boundedMetaOf(page, total),
      groups: groups.map((group) => ({ ...groupView(group), memberCount: group.memberCount })),
    };
  };
