import type { Operations, ResponseOf } from '@millrace/contract';
import type { PasskeyRow } from '../records/factors/passkey-queries.js';

type PasskeyView = ResponseOf<Operations['renamePasskey']>['passkey'];

/** A passkey as the wire shows it: without its key. */
export const passkeyView = (row: PasskeyRow): PasskeyView => ({
  id: row.id,
  name: row.name,
  synced: row.backupEligible,
  createdTs: row.createdTs.toISOString(),
  usedTs: row.usedTs?.toISOString() ?? null,
});
