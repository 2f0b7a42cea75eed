import type { SessionsAlive } from '../records/session-queries.js';

const HOUR_MS = 3_600_000;

/** A session that is not used for so long ends. */
export const IDLE_MS = 12 * HOUR_MS;
/** A session ends so long after the sign-in at the latest, whether the browser keeps its cookie or not. */
export const REMEMBERED_MS = 14 * 24 * HOUR_MS;
export const UNTIL_CLOSED_MS = 12 * HOUR_MS;

/** Sessions of one user; a sign-in beyond ends the session that was not used for longest. */
export const SESSIONS_PER_USER = 50;

/** What tells a session that has not ended by itself. @param now milliseconds since 1970 */
export const sessionsAlive = (now: number): SessionsAlive => ({
  now: new Date(now),
  seenAfter: new Date(now - IDLE_MS),
});
