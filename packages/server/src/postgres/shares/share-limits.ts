/** How the connections of a pool are shared between the users whose requests need them. */
export interface ShareLimits {
  /** Connections that requests hold at once. The rest of the pool is for work without a request. */
  readonly total: number;
  /** Of them, those of one user. */
  readonly perUser: number;
  /** Of them, those that requests which take long hold, of all users. */
  readonly heavy: number;
  /** Of them, those of one user. Also what a user gets for an operation whose cost is not known yet. */
  readonly heavyPerUser: number;
  /** Requests of one user that may wait for a connection. */
  readonly queue: number;
  /** Time that a request may wait for its first connection. */
  readonly waitMs: number;
}

/** What an installation sets; the others follow from the size of the pool. */
export interface ShareSettings {
  readonly perUser?: number | undefined;
  readonly heavy?: number | undefined;
  readonly queue: number;
  readonly waitMs: number;
}

/**
 * The limits for a pool. By default 80 % of the connections for requests, 60 % for one user, half for requests that take long
 * and a fifth for those of one user; always at least one. A user with few slow requests leaves most of the pool to the others.
 *
 * @param connections size of the pool
 */
export function shareLimits(connections: number, settings: ShareSettings): ShareLimits {
  const part = (ratio: number): number => Math.max(1, Math.floor(connections * ratio));
  const total = Math.max(1, connections - Math.floor(connections / 5));
  const perUser = Math.min(total, settings.perUser ?? part(0.6));
  const heavy = Math.min(total, settings.heavy ?? part(0.5));
  const heavyPerUser = Math.min(part(0.2), perUser, heavy);
  return Object.freeze({ total, perUser, heavy, heavyPerUser, queue: settings.queue, waitMs: settings.waitMs });
}
