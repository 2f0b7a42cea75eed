import { findNamedUsers } from '../../identity/records/find-named-users.js';
import type { Transaction } from '../../postgres/database.js';
import { type Finding, pointerOf } from '../document/findings/finding.js';
import type { NormalDocument } from '../document/model/normal-document.js';

export interface ConnectionUsers {
  /** Ids by the names that the document uses. */
  readonly users: ReadonlyMap<string, string>;
  readonly errors: readonly Finding[];
}

/** Finds the users that event subscriptions and hooks of a document act as. */
export async function resolveConnectionUsers(
  tx: Transaction,
  { events = [], hooks = [] }: NormalDocument,
): Promise<ConnectionUsers> {
  const named = [
    ...events.map(({ owner }, index) => ({ name: owner, at: ['events', index, 'owner'] })),
    ...hooks.map(({ actAs }, index) => ({ name: actAs, at: ['hooks', index, 'actAs'] })),
  ];
  if (named.length === 0) return { users: new Map(), errors: [] };
  const found = await findNamedUsers(tx, [...new Set(named.map(({ name }) => name))]);
  return {
    users: new Map([...found].map(([name, { userId }]) => [name, userId])),
    errors: named.flatMap(({ name, at }) => {
      if (found.has(name)) return [];
      const message = `there is no user with the id, e-mail address or client id "${name}"; create the user first`;
      return [{ path: pointerOf(at), message }];
    }),
  };
}
