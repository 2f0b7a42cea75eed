import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import type { UseCase } from '../../../use-case/caller.js';
import { changedMembers } from '../../directory/changed-members.js';
import { auditGroup, checkGroupName, groupView, namingGroup, requireGroup } from '../../groups/group-view.js';
import { updateGroupRow } from '../../records/group-queries.js';

/** Renames or describes a group. Sub-projects keep it by its id, so its roles stay. */
export const updateGroup = (): UseCase<'updateGroup'> => async (caller, request) => {
  requireAdministrator(caller.principal, operations.updateGroup);
  const { groupId, name, description } = request;
  if (name !== undefined) checkGroupName(name);
  return caller.write(async (tx) => {
    const group = await requireGroup(tx, groupId);
    const change = changedMembers(group, { name, description });
    if (change === undefined) return { group: groupView(group) };
    await namingGroup(tx, () => updateGroupRow(tx, group.id, change.after));
    await auditGroup(tx, caller, group.id, 'group.update', change);
    return { group: groupView({ ...group, ...change.after }) };
  });
};
