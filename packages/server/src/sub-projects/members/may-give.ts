import { isDeepStrictEqual } from 'node:util';
import { type Access, type RoleBook, rolesOf } from '../../access/authorize.js';
import type { NameSet, Role } from '../../access/role.js';
import { mayNotUpdate } from '../../kernel/errors/access-errors.js';

/**
 * Nobody gives or takes away more than they may (D85): the administrator every role, others the roles that `members` of a
 * role of theirs lists, and with `members: true` the roles that grant no more than one of their own.
 */
export function mayGive({ principal, unrestricted, roles }: Access, book: RoleBook, name: string): boolean {
  if (unrestricted || principal.kind === 'system') return true;
  const role = book.roles.get(name);
  // A role that the document no longer declares grants nothing.
  if (role === undefined) return true;
  return roles.some(({ members }) =>
    members === 'ownRoles'
      ? rolesOf(principal, book).some((one) => grantsNoMore(role, one, book))
      : members?.has(name) === true,
  );
}

/**
 * @param changed names of the roles to be given or taken away
 * @throws CatalogueError 1207 that names the roles which the caller may not give
 */
export function requireMayGive(access: Access, book: RoleBook, changed: readonly string[]): void {
  const refused = changed.filter((name) => !mayGive(access, book, name));
  if (refused.length === 0) return;
  const detail = `The caller may not give or take away ${refused.join(', ')}: the caller’s roles neither list ${refused.length === 1 ? 'it' : 'them'} in members nor grant as much.`;
  throw mayNotUpdate(detail, [{ pointer: '/roles', detail }]);
}

/** Whether a role grants at most what another one grants, in every respect and on at most the same processes. */
function grantsNoMore(role: Role, than: Role, book: RoleBook): boolean {
  if (role === than) return true;
  return (
    covers(than.stages, role.stages) &&
    (than.filter === undefined || isDeepStrictEqual(than.filter, role.filter)) &&
    lists.every((list) => covers(than[list], role[list])) &&
    flags.every((flag) => than[flag] || !role[flag]) &&
    (['read', 'write'] as const).every((right) => than.comments[right] || !role.comments[right]) &&
    (['read', 'create', 'delete'] as const).every((right) => than.files[right] || !role.files[right]) &&
    givesNoMore(role, than, book)
  );
}

const lists = ['read', 'create', 'update', 'call', 'work', 'subscribe'] as const;
const flags = ['delete', 'operate', 'users', 'audit', 'secrets', 'hooks', 'design'] as const;

/** A set that names patterns covers what is named as well, and what its patterns cover. */
const covers = (set: NameSet | undefined, other: NameSet | undefined): boolean =>
  other === undefined || (set !== undefined && (set.all || (!other.all && other.names.every((name) => set.has(name)))));

/** Roles that are listed must themselves grant no more, or be listed too: else one could be given by way of the other. */
function givesNoMore(role: Role, than: Role, book: RoleBook): boolean {
  const { members } = role;
  if (members === undefined) return true;
  if (members === 'ownRoles') return than.members === 'ownRoles';
  if (than.members === 'ownRoles') {
    return members.names.every((name) => {
      const listed = book.roles.get(name);
      // One that lists roles again is left to the administrator: what it leads to has no bound.
      return listed === undefined || (!isList(listed) && grantsNoMore(listed, than, book));
    });
  }
  return covers(than.members, members);
}

const isList = ({ members }: Role): boolean => members !== undefined && members !== 'ownRoles';
