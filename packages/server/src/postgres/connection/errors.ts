import pg from 'pg';

/**
 * PostgreSQL cannot be reached, is starting or stopping, or has no connection left. The interface answers 1010 (D9).
 * `outcomeUnknown` is true only when the connection was lost while a commit was under way.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  constructor(
    message: string,
    readonly outcomeUnknown: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The server behind the URL is older than what Millrace supports (15 to 18). */
export class UnsupportedServerError extends Error {
  override readonly name = 'UnsupportedServerError';
}

/** The SQLSTATE of an error PostgreSQL reported, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True for a unique violation, of the named constraint or index when one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23505', constraint);
}

/** True for a foreign key violation, of the named constraint when one is given. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23503', constraint);
}

function isViolation(error: unknown, state: string, constraint: string | undefined): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== state) return false;
  return constraint === undefined || error.constraint === constraint;
}

/** True for serialization failures and deadlocks: the whole transaction may be run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/**
 * True when PostgreSQL ended a statement for a reason of its own or of the operator: out of resources (class 53), cancelled or
 * timed out (class 57), no lock in time. The same statement may succeed later.
 */
export function isPassing(error: unknown): boolean {
  return /^(?:53|57)|^55P03$/.test(sqlState(error) ?? '');
}

/**
 * True when a prepared statement met a table that a migration changed since. PostgreSQL refuses it before running
 * anything, so it may be run again on a connection that has not prepared it.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** Connection exceptions (08), too many connections, and the server stopping, crashing or not being ready yet. */
const UNAVAILABLE_STATES = /^(?:08...|53300|57P0[1235])$/;
const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** Errors the driver gives no code, by the start of their message (pg 8, pg-pool 3). */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

/** True when the error says that PostgreSQL could not be reached, as opposed to having refused the statement. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionFailure);
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return UNAVAILABLE_SYSTEM_CODES.has(error.code);
  return UNAVAILABLE_MESSAGE.test(error.message);
}

/** The error itself, or a {@link DatabaseUnavailableError} around it when it is a connection failure. */
export function mapFailure(error: unknown, outcomeUnknown = false): unknown {
  if (!isConnectionFailure(error)) return error;
  return new DatabaseUnavailableError('PostgreSQL is not available', outcomeUnknown, { cause: error });
}
