import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parsePage } from '../../../filters/paging.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { GroupDeps } from '../../groups/group-deps.js';
import { groupView } from '../../groups/group-view.js';
import { countGroups, groupPage } from '../../records/group-queries.js';

/** Lists groups by name, all or those that a user is in. */
export const getGroups =
  ({ db }: Pick<GroupDeps, 'db'>): UseCase<'getGroups'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getGroups);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const { name, groupId: id, userId } = request;
    const isUnknown = [id, userId].some((one) => one !== undefined && !isUuid(one));
    if (isUnknown) return { meta: boundedMetaOf(page, 0), groups: [] };
    const some = { name, id, userId };
    const [groups, total] = await Promise.all([groupPage(db, some, page), countGroups(db, some)]);
    return {
      meta: boundedMetaOf(page, total),
      groups: groups.map((group) => ({ ...groupView(group), memberCount: group.memberCount })),
    };
  };
