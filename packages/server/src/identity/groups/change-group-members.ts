import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import {
  addGroupMembers,
  type GroupSource,
  groupsOfUsers,
  removeGroupMembers,
  usersInGroup,
} from '../records/group-member-queries.js';
import type { GroupRolesPort } from './group-deps.js';
import { auditGroup } from './group-view.js';

/** People that one source puts into a group and takes out of it. */
export interface GroupChange {
  readonly groupId: string;
  readonly source: GroupSource;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What a change did. */
export interface GroupChanged {
  readonly added: number;
  readonly removed: number;
  /** People taken out who stay in the group because another source says so. */
  readonly kept: number;
}

/** Ids that an audit row names; of more it says how many. */
const MOST_AUDITED = 100;

/**
 * Changes who is in a group as far as one source says so, with an audit row. All servers see it with their next request.
 * The group must be locked (`lockGroup`). What is so already changes nothing.
 */
export async function changeGroupMembers(
  tx: Transaction,
  actor: Actor,
  groupRoles: Pick<GroupRolesPort, 'changed'>,
  { groupId, source, ...wanted }: GroupChange,
): Promise<GroupChanged> {
  const there = new Set(await usersInGroup(tx, groupId, source));
  const add = [...new Set(wanted.add)].filter((id) => !there.has(id));
  const remove = [...new Set(wanted.remove)].filter((id) => there.has(id));
  if (add.length + remove.length === 0) return { added: 0, removed: 0, kept: 0 };
  await addGroupMembers(tx, groupId, source, add);
  await removeGroupMembers(tx, groupId, source, remove);
  await groupRoles.changed(tx, [groupId]);
  await auditGroup(tx, actor, groupId, 'group.setMembers', {
    before: null,
    after: { source, ...named('added', add), ...named('removed', remove) },
  });
  const stay = (await groupsOfUsers(tx, remove)).filter((membership) => membership.groupId === groupId);
  return { added: add.length, removed: remove.length, kept: new Set(stay.map(({ userId }) => userId)).size };
}

function named(what: 'added' | 'removed', ids: readonly string[]): Readonly<Record<string, unknown>> {
  if (ids.length === 0) return {};
  return ids.length <= MOST_AUDITED
    ? { [what]: ids }
    : { [what]: ids.slice(0, MOST_AUDITED), [`${what}Count`]: ids.length };
}
