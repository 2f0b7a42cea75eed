import type { ShareFigures } from '../shares/connection-shares.js';
import type { Queryable } from '../sql/queryable.js';
import type { Connection } from './connection.js';

/** Connections open, of them idle, and callers waiting for one. */
export interface DatabaseStats {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  /** Absent when the pool is not shared between the users of requests. */
  readonly shares?: ShareFigures;
  /** Statements cancelled because the client of their request went away, since the start of the process. */
  readonly cancelled: number;
}

/** A pool of connections to one PostgreSQL; see {@link Queryable} for running statements, `transaction` for more. */
export interface Database extends Queryable {
  /** Takes one connection for the caller alone: for session state such as advisory locks. Release it. */
  acquire(): Promise<Connection>;
  /** What the pool does now, and what became of the requests that used it. */
  stats(): DatabaseStats;
  /** Waits for running work up to the given time (default 5,000 ms), then cuts what is left. */
  close(timeoutMs?: number): Promise<void>;
}
