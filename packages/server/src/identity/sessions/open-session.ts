import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { SessionCookie } from '../../use-case/caller.js';
import {
  deleteOldestSessions,
  deleteSession,
  insertSession,
  renewSession,
  type SessionRow,
} from '../records/session-queries.js';
import { network } from '../sign-in/sign-in-limit.js';
import { REMEMBERED_MS, SESSIONS_PER_USER, UNTIL_CLOSED_MS } from './session-limits.js';
import { hashSessionSecret, newSessionSecret } from './session-secret.js';

/** Longest part of a `User-Agent` that is kept. */
const AGENT_LENGTH = 300;

/** A sign-in that has succeeded. */
export interface NewSession {
  readonly userId: string;
  /** How the person signed in, for example `password`, `passkey`, `sso`. */
  readonly method: string;
  /** The factors used (RFC 8176), for example `pwd`, `otp`. */
  readonly amr: readonly string[];
  readonly address: string;
  readonly userAgent: string;
  /** Keep me signed in: the browser keeps the cookie when it closes. */
  readonly remember: boolean;
  /** Secret of the session that the browser has now: it ends. */
  readonly replaces?: string | undefined;
  /** The person must set up a second factor first. Default false. */
  readonly enrolling?: boolean;
  /** When the person proved who they are, where that was before, for example at an identity provider; default: now. */
  readonly authenticatedAt?: Date;
  /** Milliseconds since 1970; default now. */
  readonly now?: number;
}

/** A session with its secret, which is stored nowhere. */
export interface OpenedSession {
  readonly secret: string;
  readonly session: SessionRow;
}

/**
 * Opens a session for a person who has just signed in. Every sign-in gets a new secret, and the session that the browser had
 * ends, so that a secret that was planted there before is worth nothing. The caller has locked the user and seen that it is
 * enabled, writes the audit row and sets the cookie: `sender.setSession(cookieOf(opened))`.
 */
export async function openSession(tx: Transaction, given: NewSession): Promise<OpenedSession> {
  const { userId, method, amr, remember, replaces, enrolling = false, now = Date.now() } = given;
  const secret = newSessionSecret();
  const at = new Date(now);
  const session: SessionRow = {
    id: newId(),
    userId,
    method,
    amr,
    remembered: remember,
    createdTs: at,
    authenticatedTs: given.authenticatedAt ?? at,
    seenTs: at,
    expiresTs: new Date(now + (remember ? REMEMBERED_MS : UNTIL_CLOSED_MS)),
    network: network(given.address),
    agent: given.userAgent.slice(0, AGENT_LENGTH),
    enrolling,
  };
  if (replaces !== undefined) await deleteSession(tx, { secretHash: hashSessionSecret(replaces) });
  await insertSession(tx, session, hashSessionSecret(secret));
  await deleteOldestSessions(tx, userId, SESSIONS_PER_USER);
  return { secret, session };
}

/**
 * Notes that the person of a session has proved again who they are, and gives the session another secret. Set the cookie as
 * after {@link openSession}. The secret before stops working within two seconds.
 *
 * @returns undefined when the session has ended
 */
export async function reauthenticateSession(
  tx: Transaction,
  sessionId: string,
  { amr, now = Date.now() }: { readonly amr: readonly string[]; readonly now?: number },
): Promise<OpenedSession | undefined> {
  const secret = newSessionSecret();
  const session = await renewSession(tx, sessionId, {
    secretHash: hashSessionSecret(secret),
    amr,
    authenticatedTs: new Date(now),
  });
  return session === undefined ? undefined : { secret, session };
}

/** The cookie of a session. */
export const cookieOf = ({ secret, session }: OpenedSession): SessionCookie => ({
  secret,
  expiresAt: session.remembered ? session.expiresTs : undefined,
});
