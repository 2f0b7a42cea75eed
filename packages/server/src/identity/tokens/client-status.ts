import { LRUCache } from 'lru-cache';
import { type LoadedValues, loadOnce } from '../../kernel/load-once.js';
import type { Database } from '../../postgres/database.js';
import { type ClientStatus, clientStatus } from '../records/client-queries.js';

/** How long a client or user that was disabled may go on: "within seconds" (D10). */
const FRESH_MS = 2000;
const KEPT = 20_000;

/** Whether a client may still act, and as whom; never older than two seconds. */
export interface ClientStatuses {
  get(clientId: string): Promise<ClientStatus | undefined>;
}

/** One query per client and two seconds, however many requests there are. */
export function createClientStatuses(db: Database, now: () => number): ClientStatuses {
  const kept: LoadedValues<ClientStatus | undefined> = new LRUCache({
    max: KEPT,
    // An entry is stale when it is older than this; at exactly two seconds it must be asked for again.
    ttl: FRESH_MS - 1,
    perf: { now },
    ttlResolution: 0,
  });
  return { get: (clientId) => loadOnce(kept, clientId, () => clientStatus(db, clientId)) };
}
