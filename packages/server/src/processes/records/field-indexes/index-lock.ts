import type { Queryable } from '../../../postgres/database.js';

/** The first four bytes of SHA-256('millrace field indexes'). */
const LOCK = 4_127_001_646;

/**
 * Takes the lock of the one session that builds indexes; it is held until the connection ends. It does not wait: waiting
 * inside PostgreSQL would hold a snapshot that a concurrent index build of the other session waits for.
 */
export async function tryIndexLock(session: Queryable): Promise<boolean> {
  const [row] = await session<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`;
  return row?.locked === true;
}
