import type { FactorChange } from '../../mail/letters/templates.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import type { UserRow } from '../records/user-queries.js';
import { auditFactor } from './audit-factor.js';
import type { FactorDeps } from './factor-deps.js';

/** Tells the audit log and the person that a way to sign in was added or removed. */
export async function noteFactor(
  { mails, now }: Pick<FactorDeps, 'mails' | 'now'>,
  tx: Transaction,
  actor: Actor,
  user: UserRow | undefined,
  changed: {
    readonly action: `user.${string}`;
    readonly before: object | null;
    readonly after: object | null;
    readonly change: FactorChange;
    /** Of a passkey. */
    readonly name?: string;
  },
): Promise<void> {
  if (user === undefined) return;
  const { action, before, after, change, name = '' } = changed;
  await auditFactor(tx, actor, user.id, action, { before, after });
  await mails.add(tx, {
    template: 'factorChanged',
    to: { name: user.name, address: user.email },
    data: { change, name, changedTs: new Date(now()).toISOString() },
  });
}
