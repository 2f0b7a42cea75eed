import { LRUCache } from 'lru-cache';
import { type LoadedValues, loadOnce } from '../../kernel/load-once.js';
import type { Database } from '../../postgres/database.js';
import { grantStatus } from '../records/applications/grant-queries.js';
import { type ClientStatus, clientStatus } from '../records/client-queries.js';
import { grantIdOf } from '../secrets/grant-client.js';

/**
 * Tokens that were revoked, and those of a disabled client, application or user, end within two seconds on every server (D10): the age of
 * what is known here, and time for the query.
 */
const FRESH_MS = 1500;
const KEPT = 20_000;

/** Whether a client, or a grant in its place, may still act, and as whom; never older than two seconds. */
export interface ClientStatuses {
  get(clientId: string): Promise<ClientStatus | undefined>;
  /** Asks again, for a token that is newer than what is known. */
  refresh(clientId: string): Promise<ClientStatus | undefined>;
}

function statusOf(db: Database, clientId: string): Promise<ClientStatus | undefined> {
  const grantId = grantIdOf(clientId);
  return grantId === undefined ? clientStatus(db, clientId) : grantStatus(db, grantId);
}

/** One query per client and 1.5 seconds, however many requests there are. */
export function createClientStatuses(db: Database, now: () => number): ClientStatuses {
  const kept: LoadedValues<ClientStatus | undefined> = new LRUCache({
    max: KEPT,
    // An entry is stale when it is older than this; at exactly this age it must be asked for again.
    ttl: FRESH_MS - 1,
    perf: { now },
    ttlResolution: 0,
  });
  const get = (clientId: string) => loadOnce(kept, clientId, () => statusOf(db, clientId));
  return {
    get,
    refresh(clientId) {
      kept.delete(clientId);
      return get(clientId);
    },
  };
}
