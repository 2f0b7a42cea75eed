import { LRUCache } from 'lru-cache';
import { type LoadedValues, loadOnce } from '../../kernel/load-once.js';
import type { Database } from '../../postgres/database.js';
import { findSession, type SessionKey, type SessionStatus, touchSession } from '../records/session-queries.js';
import { IDLE_MS } from './session-limits.js';
import { hashSessionSecret, isSessionSecret } from './session-secret.js';

/** As for clients (`tokens/client-status.ts`): what ends stays in force for two seconds at most. */
const FRESH_MS = 1500;
const KEPT = 20_000;
/** How exactly it is known when a session was used last. */
const TOUCH_MS = 60_000;

/** Sessions that are not found unless they are asked for. */
export interface AlsoFound {
  /** Those whose person must set up a second factor first. */
  readonly whileEnrolling: boolean;
}

/** Finds the sessions that are in force. */
export interface Sessions {
  /** The session of a cookie, which is used by that; undefined when there is none in force. */
  use(secret: string, also?: AlsoFound): Promise<SessionStatus | undefined>;
  /** As `use`, for an answer that goes on by itself: it does not keep the session alive. */
  look(id: string): Promise<SessionStatus | undefined>;
}

/** One query per session and 1.5 seconds, however many requests there are, and one write a minute. */
export function createSessions(db: Database, now: () => number): Sessions {
  const kept: LoadedValues<SessionStatus | undefined> = new LRUCache({
    max: KEPT,
    // An entry is stale when it is older than this; at exactly this age it must be asked for again.
    ttl: FRESH_MS - 1,
    perf: { now },
    ttlResolution: 0,
  });
  const inForce = (session: SessionStatus | undefined): SessionStatus | undefined =>
    session !== undefined &&
    !session.disabled &&
    session.expiresTs.getTime() > now() &&
    session.seenTs.getTime() > now() - IDLE_MS
      ? session
      : undefined;
  const load = async (key: SessionKey, touches: boolean): Promise<SessionStatus | undefined> => {
    const session = inForce(await findSession(db, key));
    if (session === undefined || !touches || now() - session.seenTs.getTime() < TOUCH_MS) return session;
    const seenTs = new Date(now());
    await touchSession(db, session.id, seenTs, new Date(now() - TOUCH_MS));
    return { ...session, seenTs };
  };
  return {
    async use(secret, { whileEnrolling } = { whileEnrolling: false }) {
      if (!isSessionSecret(secret)) return undefined;
      const secretHash = hashSessionSecret(secret);
      const session = inForce(await loadOnce(kept, secretHash, () => load({ secretHash }, true)));
      return session?.enrolling === true && !whileEnrolling ? undefined : session;
    },
    look: async (id) => inForce(await loadOnce(kept, id, () => load({ id }, false))),
  };
}
