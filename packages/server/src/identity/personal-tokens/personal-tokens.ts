import { LRUCache } from 'lru-cache';
import { type LoadedValues, loadOnce } from '../../kernel/load-once.js';
import type { Database } from '../../postgres/database.js';
import { findPersonalToken, type PersonalTokenStatus, touchPersonalToken } from '../records/personal-token-queries.js';
import { isPersonalSecret, parsePersonalToken } from './personal-token.js';

/** As for clients (`tokens/client-status.ts`): what ends stays in force for two seconds at most. */
const FRESH_MS = 1500;
const KEPT = 20_000;
/** How exactly it is known when a token was used last. */
const TOUCH_MS = 60_000;

/** Finds the personal tokens that are in force. */
export interface PersonalTokens {
  /** The token that was sent; undefined when there is none in force. */
  use(token: string): Promise<PersonalTokenStatus | undefined>;
  /** As `use`, by the id alone, for an answer that goes on. */
  look(id: string): Promise<PersonalTokenStatus | undefined>;
}

/** One query per token and 1.5 seconds, however many requests there are, and one write a minute. */
export function createPersonalTokens(db: Database, now: () => number): PersonalTokens {
  const kept: LoadedValues<PersonalTokenStatus | undefined> = new LRUCache({
    max: KEPT,
    // An entry is stale when it is older than this; at exactly this age it must be asked for again.
    ttl: FRESH_MS - 1,
    perf: { now },
    ttlResolution: 0,
  });
  const look = async (id: string): Promise<PersonalTokenStatus | undefined> => {
    const found = await loadOnce(kept, id, () => findPersonalToken(db, id));
    return found === undefined || found.disabled || found.expiresTs.getTime() <= now() ? undefined : found;
  };
  // When this process has written last, by token.
  const touched = new LRUCache<string, true>({ max: KEPT, ttl: TOUCH_MS, perf: { now }, ttlResolution: 0 });
  return {
    look,
    async use(token) {
      const parsed = parsePersonalToken(token);
      if (parsed === undefined) return undefined;
      const found = await look(parsed.id);
      if (found === undefined || !isPersonalSecret(parsed.secret, found.hash)) return undefined;
      if (touched.get(found.id) !== true) {
        touched.set(found.id, true);
        await touchPersonalToken(db, found.id, new Date(now()), new Date(now() - TOUCH_MS));
      }
      return found;
    },
  };
}
