import type { SignedInPerson } from '../../identity/authorization/signed-in-person.js';

const RECENT_MS = 10 * 60_000;

/**
 * Whether a person may let an application act for them without signing in again: its tokens last longer than the session, and
 * are not asked again (`stepUp`).
 */
export const isRecent = ({ authenticatedAt }: Pick<SignedInPerson, 'authenticatedAt'>, now: number): boolean =>
  authenticatedAt > now - RECENT_MS;
