import { appendAudit } from '../../audit/records/append.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { findUserByEmail, insertUser, type UserRow, updateUserRow } from '../records/user-queries.js';
import { changedMembers } from './changed-members.js';
import { userView } from './views.js';

export interface UserSeed {
  readonly name: string;
  /** Says which user it is. */
  readonly email: string;
  readonly kind: 'person' | 'service';
  /** Default false for a new user; an existing one keeps what it is. */
  readonly administrator?: boolean;
  /** Default false for a new user; an existing one keeps what it is. */
  readonly disabled?: boolean;
}

/**
 * Creates the user of that address, or brings it up to the seed. Only under a lock that everyone takes who may create the
 * same user.
 */
export async function upsertUser(tx: Transaction, actor: Actor, seed: UserSeed): Promise<UserRow> {
  const known = await findUserByEmail(tx, seed.email);
  if (known === undefined) {
    const user: UserRow = { administrator: false, disabled: false, ...seed, id: newId(), createdTs: new Date() };
    await insertUser(tx, user);
    await audit(tx, actor, user.id, 'user.create', { before: null, after: userView(user) });
    return user;
  }
  const { name, kind, administrator, disabled } = seed;
  const change = changedMembers(known, { name, kind, administrator, disabled });
  if (change === undefined) return known;
  await updateUserRow(tx, known.id, change.after);
  await audit(tx, actor, known.id, 'user.update', change);
  return { ...known, ...change.after };
}

async function audit(
  tx: Transaction,
  actor: Actor,
  id: string,
  action: `user.${string}`,
  change: { readonly before: object | null; readonly after: object },
): Promise<void> {
  const subject = { subProjectId: null, subjectType: 'user', subjectId: id, processId: null } as const;
  await appendAudit(tx, actor, [{ ...subject, action, ...change }]);
}
