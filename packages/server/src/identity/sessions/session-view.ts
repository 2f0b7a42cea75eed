import type { Operations, ResponseOf } from '@millrace/contract';
import type { SessionRow } from '../records/session-queries.js';

type SessionView = ResponseOf<Operations['stepUp']>['session'];

/** A session as the wire shows it. @param currentId the session that the request was sent with */
export const sessionView = (row: SessionRow, currentId: string | undefined): SessionView => ({
  id: row.id,
  method: row.method,
  amr: [...row.amr],
  createdTs: row.createdTs.toISOString(),
  authenticatedTs: row.authenticatedTs.toISOString(),
  seenTs: row.seenTs.toISOString(),
  expiresTs: row.expiresTs.toISOString(),
  network: row.network,
  agent: row.agent,
  current: row.id === currentId,
  enrolling: row.enrolling,
});
