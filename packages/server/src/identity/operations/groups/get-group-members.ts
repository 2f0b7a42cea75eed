import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { metaOf, parsePage } from '../../../filters/paging.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { GroupDeps } from '../../groups/group-deps.js';
import { unknownGroup } from '../../groups/group-view.js';
import { groupMemberPage } from '../../records/group-member-queries.js';
import { findGroups } from '../../records/group-queries.js';

/** Lists the people of a group by name, with every source that says so. */
export const getGroupMembers =
  ({ db }: Pick<GroupDeps, 'db'>): UseCase<'getGroupMembers'> =>
  async (caller, { groupId, ...paging }) => {
    requireAdministrator(caller.principal, operations.getGroupMembers);
    const page = parsing(metaErrorIds, () => parsePage(paging));
    if (!isUuid(groupId) || (await findGroups(db, [groupId])).length === 0) throw unknownGroup();
    const { members, total } = await groupMemberPage(db, groupId, page);
    return {
      meta: metaOf(page, total),
      members: members.map(({ id, name, email, disabled, sources }) => ({
        userId: id,
        name,
        email,
        disabled,
        sources: sources.map(({ source, sinceTs }) => ({ source, since: sinceTs })),
      })),
    };
  };
