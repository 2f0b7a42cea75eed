import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { newId } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { auditGroup, checkGroupName, groupView, namingGroup } from '../../groups/group-view.js';
import { insertGroup } from '../../records/group-queries.js';

/** Creates a group without people; a name that differs from a group's only in case is taken (1009). */
export const createGroup = (): UseCase<'createGroup'> => async (caller, request) => {
  requireAdministrator(caller.principal, operations.createGroup);
  const { name, description = '' } = request;
  checkGroupName(name);
  return caller.write(async (tx) => {
    const group = { id: newId(), name, description, createdTs: new Date() };
    await namingGroup(tx, () => insertGroup(tx, group));
    await auditGroup(tx, caller, group.id, 'group.create', { before: null, after: groupView(group) });
    return { group: groupView(group) };
  });
};
