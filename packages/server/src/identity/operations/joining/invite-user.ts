import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { excerpt, invalidRequest } from '../../../kernel/errors/request-errors.js';
import type { Transaction } from '../../../postgres/database.js';
import type { UseCase } from '../../../use-case/caller.js';
import { createInvite } from '../../joining/invite.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { holdNamedGroups } from '../../records/group-queries.js';

/** inviteUser: a person, with the groups and roles that the person gets by accepting. */
export const inviteUser = (deps: JoiningDeps): UseCase<'inviteUser'> => {
  const invite = createInvite(deps);
  return async (caller, { email, name = '', administrator = false, groups = [], memberships = [], link }) => {
    requireAdministrator(caller.principal, operations.inviteUser);
    const gets = async (tx: Transaction) => ({
      groupIds: await groupIdsOf(tx, groups),
      memberships: await deps.invitedRoles.check(tx, memberships),
    });
    return invite(caller, { email, name, administrator, link, gets });
  };
};

/** @throws CatalogueError 1200 for names that no group has */
async function groupIdsOf(tx: Transaction, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const found = await holdNamedGroups(tx, names);
  const unknown = names.flatMap((name, index) => (found.has(name) ? [] : [{ name, index }]));
  if (unknown.length > 0) {
    throw invalidRequest(
      'There are no groups with some of the names.',
      unknown.map(({ name, index }) => ({
        pointer: `/groups/${index}`,
        detail: `There is no group "${excerpt(name)}".`,
      })),
    );
  }
  return [...new Set([...found.values()].map(({ id }) => id))];
}
