import { appendAudit } from '../../audit/records/append.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { alreadyTaken, invalidMember, namesNothing } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { isUniqueViolation, type Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { GROUP_NAME_INDEX, type GroupRow, lockGroup } from '../records/group-queries.js';

/** A group as the wire shows it. */
export const groupView = ({ id, name, description, createdTs }: GroupRow) => ({
  id,
  name,
  description,
  createdTs: createdTs.toISOString(),
});

/** 1200 (404): an id that names no group (D14). */
export const unknownGroup = (): CatalogueError => namesNothing('groupId names no group.', '/groupId');

/** @throws CatalogueError 1200 (404) for an id that names no group */
export async function requireGroup(tx: Transaction, groupId: string): Promise<GroupRow> {
  const group = isUuid(groupId) ? await lockGroup(tx, groupId) : undefined;
  if (group === undefined) throw unknownGroup();
  return group;
}

/** Longest name, in characters: it is shown in lists and written in documents. */
export const LONGEST_GROUP_NAME = 200;

/** @throws CatalogueError 1200 for a name that shows nothing or is too long */
export function checkGroupName(name: string): void {
  if (name.trim() !== '' && name.length <= LONGEST_GROUP_NAME) return;
  throw invalidMember('/name', `Must be 1 to ${LONGEST_GROUP_NAME} characters that are not all white space.`);
}

/** @throws CatalogueError 1009 when another group has the name */
export async function namingGroup(tx: Transaction, work: () => Promise<void>): Promise<void> {
  try {
    await tx.savepoint(work);
  } catch (error) {
    if (!isUniqueViolation(error, GROUP_NAME_INDEX)) throw error;
    throw alreadyTaken('Another group has this name.', '/name', error);
  }
}

/** An audit row about a group. */
export const auditGroup = (
  tx: Transaction,
  actor: Actor,
  groupId: string,
  action: `group.${string}`,
  change: { readonly before: object | null; readonly after: object | null },
): Promise<void> =>
  appendAudit(tx, actor, [
    { subProjectId: null, subjectType: 'group', subjectId: groupId, processId: null, action, ...change },
  ]);
