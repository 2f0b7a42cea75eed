import type { Queryable } from '../sql/queryable.js';
import type { Connection } from './connection.js';

/** A pool of connections to one PostgreSQL; see {@link Queryable} for running statements, `transaction` for more. */
export interface Database extends Queryable {
  /** Takes one connection for the caller alone: for session state such as advisory locks. Release it. */
  acquire(): Promise<Connection>;
  /** Connections open, of them idle, and callers waiting for one. */
  stats(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Waits for running work up to the given time (default 5,000 ms), then cuts what is left. */
  close(timeoutMs?: number): Promise<void>;
}
