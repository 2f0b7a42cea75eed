import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { GroupDeps } from '../../groups/group-deps.js';
import { auditGroup, groupView, requireGroup } from '../../groups/group-view.js';
import { deleteGroupRow } from '../../records/group-queries.js';

/** Sub-projects that an error names. */
const MOST_NAMED = 5;

/** Deletes a group that no sub-project gives roles (1009). */
export const deleteGroup =
  ({ groupRoles }: Pick<GroupDeps, 'groupRoles'>): UseCase<'deleteGroup'> =>
  async (caller, { groupId }) => {
    requireAdministrator(caller.principal, operations.deleteGroup);
    return caller.write(async (tx) => {
      const group = await requireGroup(tx, groupId);
      const used = await groupRoles.subProjectsOf(tx, [group.id]);
      if (used.length > 0) {
        const names = used.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`);
        const more = used.length > MOST_NAMED ? ` and ${used.length - MOST_NAMED} more` : '';
        throw conflict(
          `The group "${group.name}" has roles in ${names.join(', ')}${more}. Take them away with setMemberRoles or a deployment first.`,
        );
      }
      await deleteGroupRow(tx, group.id);
      await auditGroup(tx, caller, group.id, 'group.delete', { before: groupView(group), after: null });
      return { status: 'success', message: `The group "${group.name}" was deleted.` };
    });
  };
