import type { Operations, ResponseOf } from '@millrace/contract';
import type { ClientRow } from '../records/client-queries.js';
import type { UserRow } from '../records/user-queries.js';

type UserView = ResponseOf<Operations['createUser']>['user'];
type ClientView = ResponseOf<Operations['updateClient']>['client'];

/** A user as the wire shows it. */
export const userView = (row: UserRow): UserView => ({
  id: row.id,
  name: row.name,
  email: row.email,
  kind: row.kind,
  disabled: row.disabled,
  createdTs: row.createdTs.toISOString(),
});

/** A client as the wire shows it: never with a secret or its hash (D11). */
export const clientView = (row: ClientRow): ClientView => ({
  clientId: row.id,
  userId: row.userId,
  scope: row.scope,
  disabled: row.disabled,
  createdTs: row.createdTs.toISOString(),
});
