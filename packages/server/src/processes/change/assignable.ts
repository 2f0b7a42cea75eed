import type { SubProject } from '../../sub-projects/configuration/sub-project.js';

/**
 * The role a member stands in when assigned (D19): the first in the order of the document that is assignable and, with a
 * stage, covers it; undefined when there is none.
 */
export function assignableRole(
  subProject: SubProject,
  userId: string,
  stageKey: string | undefined,
): string | undefined {
  const held = subProject.members.get(userId);
  if (held === undefined) return undefined;
  for (const role of subProject.roles.values()) {
    if (!role.assignable || !held.includes(role.name)) continue;
    if (stageKey === undefined || role.stages.all || role.stages.has(stageKey)) return role.name;
  }
  return undefined;
}

/** Every member who may be assigned, with that role, by user id; grows with members times roles. */
export function assignableMembers(subProject: SubProject, stageKey: string | undefined): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  for (const userId of subProject.members.keys()) {
    const role = assignableRole(subProject, userId, stageKey);
    if (role !== undefined) members.set(userId, role);
  }
  return members;
}
