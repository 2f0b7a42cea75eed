import pg from 'pg';
import type { Log } from '../../kernel/log.js';
import { currentRequest, type RequestScope } from '../../kernel/request-scope.js';
import { ConnectionShares } from '../shares/connection-shares.js';
import type { Share } from '../shares/request-use.js';
import type { ShareLimits } from '../shares/share-limits.js';
import { createQueryable, type Executor, type Queryable } from '../sql/queryable.js';
import { sql } from '../sql/sql.js';
import { Cancellation } from './cancellation.js';
import { Connection, type ConnectionRequest } from './connection.js';
import type { Database } from './database.js';
import { isStalePlan, mapFailure, UnsupportedServerError } from './errors.js';
import { PreparedNames } from './prepared-names.js';
import { resultTypes } from './result-types.js';
import { sessionStatement } from './session.js';

/** Options of {@link connect}. Times are milliseconds. */
export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`, with libpq's ssl parameters (`sslmode`, `sslrootcert`, ...). */
  readonly url: string;
  readonly maxConnections: number;
  /** What `pg_stat_activity` shows. */
  readonly applicationName: string;
  readonly log: Log;
  /** A statement that runs longer is cancelled by PostgreSQL (SQLSTATE 57014). Default 30,000. */
  readonly statementTimeoutMs?: number;
  /** A transaction that waits longer for its next statement is ended, so its locks are freed. Default 30,000. */
  readonly idleInTransactionTimeoutMs?: number;
  /**
   * For the pool that requests use: how its connections are shared between users, and another pool of the same role, with a
   * connection to spare, that cancels the statements of clients that go away. Absent: a request uses it like any other work.
   */
  readonly requests?: { readonly limits: ShareLimits; readonly spare: Queryable };
  /** How long to wait for a free or new connection before `DatabaseUnavailableError`. Default 5,000. */
  readonly acquireTimeoutMs?: number;
}

/**
 * A pool over the given PostgreSQL (15 to 18), in UTC and with `search_path` set to the schema `millrace`. Nothing
 * connects before the first statement. Connections that die are replaced by the next statement that needs one, so the
 * pool recovers by itself when PostgreSQL comes back.
 *
 * Why `pg` and not `postgres` (porsager 3.4.9): when a connection dies inside a transaction the latter throws a
 * TypeError outside any promise, which ends the process, and it loses the slot of the pool; a value that cannot be
 * encoded in a pipelined statement rejects another statement and hangs its own. Both were reproduced; speed is alike.
 */
export function connect(options: DatabaseOptions): Database {
  const open = new Set<pg.PoolClient>();
  const names = new PreparedNames();
  const sessions = new WeakMap<object, number>();
  const pool = createPool(options, sessions);
  const requests = options.requests === undefined ? undefined : requestsOf(options.requests, sessions);
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle PostgreSQL connection lost'));
  pool.on('connect', (client) => {
    open.add(client);
    // Without a listener a connection that dies while in use ends the process; its statement rejects as well.
    client.on('error', (error) => options.log.debug({ err: error }, 'PostgreSQL connection lost'));
  });
  pool.on('remove', (client) => open.delete(client));

  const acquire = async (): Promise<Connection> => {
    const scope = requests === undefined ? undefined : currentRequest();
    const share = scope === undefined ? undefined : await requests?.shares.enter(scope);
    try {
      const client = await pool.connect();
      return new Connection(client, names, share && scope && requests?.of(client, scope, share));
    } catch (error) {
      share?.leave();
      throw mapFailure(error);
    }
  };
  let closing: Promise<void> | undefined;
  return Object.assign(createQueryable(pooled(acquire)), {
    acquire,
    stats: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      cancelled: requests?.cancelled() ?? 0,
      ...(requests === undefined ? {} : { shares: requests.shares.figures() }),
    }),
    close: (timeoutMs = 5000) => {
      closing ??= close(pool, open, timeoutMs);
      return closing;
    },
  });
}

function pooled(acquire: () => Promise<Connection>): Executor {
  const once = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await acquire();
    let discard = false;
    try {
      return await work(connection);
    } catch (error) {
      discard = isStalePlan(error);
      throw error;
    } finally {
      connection.release(discard);
    }
  };
  return {
    execute: async (statement) => {
      try {
        return await once((connection) => connection.execute(statement));
      } catch (error) {
        if (!isStalePlan(error)) throw error;
        return once((connection) => connection.execute(statement));
      }
    },
    script: (text) => once((connection) => connection.script(text)),
  };
}

function createPool(options: DatabaseOptions, sessions: WeakMap<object, number>): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const session = sessionStatement({
    statementTimeoutMs,
    idleInTransactionTimeoutMs: options.idleInTransactionTimeoutMs ?? 30_000,
  });
  return new pg.Pool({
    connectionString: withLibpqSsl(options.url),
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 5000,
    idleTimeoutMillis: 60_000,
    // A replaced host or rotated password takes effect within the hour, and caches of long sessions cannot pile up.
    maxLifetimeSeconds: 3600,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The backstop when the network swallows the answer: PostgreSQL's own timeout comes first in every other case.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 5000,
    types: resultTypes,
    // A transaction sends `begin` with its first statement, and `commit` with the last one.
    pipeline: true,
    verify: (client, done) => {
      prepareSession(client, session).then((pid) => {
        sessions.set(client, pid);
        done();
      }, done);
    },
  });
}

/** @returns the process id of the session */
async function prepareSession(client: pg.PoolClient, statement: string): Promise<number> {
  const { rows } = await client.query<{ version: number; name: string; pid: number }>(statement);
  const [server] = rows;
  if (server === undefined || server.version < 150_000) {
    const found = server?.name ?? 'unknown';
    throw new UnsupportedServerError(`PostgreSQL ${found} is too old: Millrace needs PostgreSQL 15 to 18`);
  }
  return server.pid;
}

/** What a pool knows of the requests that use it. */
function requestsOf({ limits, spare }: NonNullable<DatabaseOptions['requests']>, sessions: WeakMap<object, number>) {
  const shares = new ConnectionShares(limits);
  let cancelled = 0;
  const cancel = async (pid: number | undefined): Promise<void> => {
    cancelled += 1;
    await spare.run(sql`select pg_catalog.pg_cancel_backend(${pid ?? null}::int)`);
  };
  return {
    shares,
    cancelled: () => cancelled,
    of: (client: pg.PoolClient, scope: RequestScope, share: Share): ConnectionRequest => ({
      cancellation: new Cancellation(scope, () => cancel(sessions.get(client))),
      leave: () => share.leave(),
    }),
  };
}

/** `sslmode` means what libpq and psql mean by it; the driver would otherwise read `require` as `verify-full`. */
export function withLibpqSsl(url: string): string {
  if (!/[?&]sslmode=/.test(url) || /[?&]uselibpqcompat=/.test(url)) return url;
  return `${url}&uselibpqcompat=true`;
}

async function close(pool: pg.Pool, open: ReadonlySet<pg.PoolClient>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'late');
  });
  const ended = pool.end();
  const first = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (first === 'late') for (const client of open) client.connection.stream.destroy();
}
