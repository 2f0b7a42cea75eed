import { findNamedUsers } from '../../identity/records/find-named-users.js';
import type { Transaction } from '../../postgres/database.js';
import { type Finding, pointerOf } from '../document/findings/finding.js';
import type { NormalDocument } from '../document/model/normal-document.js';
import type { StoredConfiguration } from '../records/stored-configuration.js';

export interface ResolvedMembers {
  readonly members: StoredConfiguration['members'];
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Finds the user behind each member of a document, in its order. */
export async function resolveMembers(tx: Transaction, document: NormalDocument): Promise<ResolvedMembers> {
  const users = await findNamedUsers(
    tx,
    document.members.map(({ user }) => user),
  );
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const firstOf = new Map<string, number>();
  const members = document.members.flatMap(({ user, roles }, index) => {
    const path = pointerOf(['members', index, 'user']);
    const found = users.get(user);
    if (found === undefined) {
      const message = `there is no user with the id, e-mail address or client id "${user}"; create the user first`;
      errors.push({ path, message });
      return [];
    }
    const { userId, disabled } = found;
    const first = firstOf.get(userId);
    if (first !== undefined) {
      const message = `"${user}" is the same user as /members/${first}; list all roles there`;
      errors.push({ path, message });
    }
    firstOf.set(userId, first ?? index);
    if (disabled) warnings.push({ path, message: `"${user}" is disabled and cannot sign in` });
    return [{ userId, roles }];
  });
  return { members, errors, warnings };
}
