import type { Access } from './authorize.js';
import { everything, type NameSet, only, type Role } from './role.js';

/** Everything any of the sets has. */
export function unionOf(sets: readonly (NameSet | undefined)[]): NameSet {
  const given = sets.filter((set) => set !== undefined);
  return given.some((set) => set.all) ? everything : only(given.flatMap((set) => set.names));
}

/** The names that one of the roles' lists allows; the administrator has no lists (D34). */
export const listedFor = (
  access: Access,
  roles: readonly Role[],
  list: (role: Role) => NameSet | undefined,
): NameSet => (access.unrestricted ? everything : unionOf(roles.map(list)));
