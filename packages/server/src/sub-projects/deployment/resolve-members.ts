import { findNamedUsers, type NamedUser } from '../../identity/records/find-named-users.js';
import { type GroupRow, holdNamedGroups } from '../../identity/records/group-queries.js';
import type { Transaction } from '../../postgres/database.js';
import { type Finding, pointerOf } from '../document/findings/finding.js';
import type { NormalDocument, NormalMember } from '../document/model/normal-document.js';
import type { StoredConfiguration } from '../records/stored-configuration.js';

export interface ResolvedMembers {
  readonly members: StoredConfiguration['members'];
  readonly groups: NonNullable<StoredConfiguration['groups']>;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/**
 * Finds the user or the group behind each member of a document, in its order. The groups are held until the end of the
 * transaction, so this must come before the sub-project is locked.
 */
export async function resolveMembers(tx: Transaction, document: NormalDocument): Promise<ResolvedMembers> {
  const groups = await holdNamedGroups(
    tx,
    document.members.flatMap((member) => ('group' in member ? [member.group] : [])),
  );
  const users = await findNamedUsers(
    tx,
    document.members.flatMap((member) => ('user' in member ? [member.user] : [])),
  );
  const resolving = new Resolving(users, groups);
  for (const [index, member] of document.members.entries()) resolving.add(member, index);
  return resolving;
}

class Resolving implements ResolvedMembers {
  readonly members: { readonly userId: string; readonly roles: readonly string[] }[] = [];
  readonly groups: { readonly groupId: string; readonly roles: readonly string[] }[] = [];
  readonly errors: Finding[] = [];
  readonly warnings: Finding[] = [];
  readonly #users: ReadonlyMap<string, NamedUser>;
  readonly #groups: ReadonlyMap<string, GroupRow>;
  /** Indexes in the document by the id of the user or group. */
  readonly #firstOf = new Map<string, number>();

  constructor(users: ReadonlyMap<string, NamedUser>, groups: ReadonlyMap<string, GroupRow>) {
    this.#users = users;
    this.#groups = groups;
  }

  add(member: NormalMember, index: number): void {
    if ('group' in member) this.#addGroup(member, index);
    else this.#addUser(member, index);
  }

  #addUser({ user, roles }: { readonly user: string; readonly roles: readonly string[] }, index: number): void {
    const path = pointerOf(['members', index, 'user']);
    const found = this.#users.get(user);
    if (found === undefined) {
      const message = `there is no user with the id, e-mail address or client id "${user}"; create the user first`;
      this.errors.push({ path, message });
      return;
    }
    const { userId, disabled } = found;
    this.#refuseRepeated(userId, index, path, `"${user}" is the same user`);
    if (disabled) this.warnings.push({ path, message: `"${user}" is disabled and cannot sign in` });
    this.members.push({ userId, roles });
  }

  #addGroup({ group, roles }: { readonly group: string; readonly roles: readonly string[] }, index: number): void {
    const path = pointerOf(['members', index, 'group']);
    const found = this.#groups.get(group);
    if (found === undefined) {
      const message = `there is no group with the name or id "${group}"; create the group first`;
      this.errors.push({ path, message });
      return;
    }
    this.#refuseRepeated(found.id, index, path, `"${group}" is the same group`);
    this.groups.push({ groupId: found.id, roles });
  }

  #refuseRepeated(id: string, index: number, path: string, what: string): void {
    const first = this.#firstOf.get(id);
    if (first === undefined) this.#firstOf.set(id, index);
    else this.errors.push({ path, message: `${what} as /members/${first}; list all roles there` });
  }
}
