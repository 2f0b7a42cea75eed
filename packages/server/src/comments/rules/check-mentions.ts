import { type Access, holdsGrant, rolesOf } from '../../access/authorize.js';
import { enabledUsers } from '../../identity/records/enabled-users.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import type { Queryable } from '../../postgres/database.js';
import { whoSees } from '../../processes/records/visibility/who-sees.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';

/**
 * Mentioned users must be able to read the comments of the process: nobody is told of what they may not see. Two statements
 * whatever their number. Unknown users are refused with the same words, so that nothing is learned of them.
 *
 * @throws CatalogueError 1232
 */
export async function checkMentions(
  db: Queryable,
  subProject: SubProject,
  processId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const decisions = (await enabledUsers(db, userIds)).map((user) => readingOf(user, subProject));
  const sees = await whoSees(
    db,
    subProject,
    processId,
    decisions.map(({ access }) => access),
  );
  const readers = new Set(decisions.flatMap(({ id, reads }, place) => (reads && sees[place] === true ? [id] : [])));
  const errors = userIds
    .filter((id) => !readers.has(id))
    .map((id) => ({ pointer: '/body', detail: `@[${id}] is no user who can see this process.` }));
  if (errors.length > 0) throw invalidValue(errors[0]?.detail ?? '', errors);
}

function readingOf({ id, administrator }: { id: string; administrator: boolean }, subProject: SubProject) {
  const principal = { kind: 'user', userId: id, clientId: undefined, name: id, administrator, scopes: [] } as const;
  const roles = rolesOf(principal, subProject).filter((role) => holdsGrant(role, 'comment.read'));
  const access: Access = { principal, grant: 'comment.read', unrestricted: administrator, roles };
  return { id, access, reads: administrator || roles.length > 0 };
}
