import type { Operations, ResponseOf } from '@millrace/contract';
import type { PersonalTokenRow } from '../records/personal-token-queries.js';

type PersonalTokenView = ResponseOf<Operations['createPersonalToken']>['personalToken'];

/** A personal token as the wire shows it: never with its secret or hash. */
export const personalTokenView = (row: PersonalTokenRow): PersonalTokenView => ({
  id: row.id,
  userId: row.userId,
  name: row.name,
  scope: row.scopes.join(' '),
  createdTs: row.createdTs.toISOString(),
  expiresTs: row.expiresTs.toISOString(),
  usedTs: row.usedTs?.toISOString() ?? null,
});
