import { BoundedMap } from '../../kernel/bounded-map.js';
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
  const kept = new BoundedMap<string, Promise<ClientStatus | undefined>>(KEPT);
  return {
    get(clientId) {
      const startedAt = now();
      const known = kept.get(clientId, startedAt);
      if (known !== undefined) return known;
      const asked = clientStatus(db, clientId);
      kept.set(clientId, asked, startedAt + FRESH_MS);
      asked.catch(() => kept.delete(clientId));
      return asked;
    },
  };
}
