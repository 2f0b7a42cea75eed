/** Every object of Millrace lives in this schema, so that the database can be shared. */
export const SCHEMA = 'millrace';

/**
 * A statement ends within a second after the process that waited for it is gone, and its locks with it. PostgreSQL refuses
 * the setting on systems that cannot tell.
 */
const WATCH_CLIENT = `case when pg_catalog.version() ~* 'linux|darwin|bsd'
  then pg_catalog.set_config('client_connection_check_interval', '1000', false) end`;

/**
 * The one statement a new connection runs: session settings, the server's version and the session's process id as
 * `{ version: number, name: string, pid: number }`. Settings are made here and not in the start-up packet because poolers refuse
 * most parameters there. Times are milliseconds.
 */
export function sessionStatement(options: { statementTimeoutMs: number; idleInTransactionTimeoutMs: number }): string {
  const settings: readonly (readonly [string, string])[] = [
    ['search_path', SCHEMA],
    ['TimeZone', 'UTC'],
    ['DateStyle', 'ISO'],
    ['statement_timeout', String(options.statementTimeoutMs)],
    ['idle_in_transaction_session_timeout', String(options.idleInTransactionTimeoutMs)],
    ['default_transaction_isolation', 'read committed'],
    // Compiling pays off after hundreds of milliseconds of one query; ours run for a few.
    ['jit', 'off'],
  ];
  const calls = settings.map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', false)`);
  return `select pg_catalog.current_setting('server_version_num')::int as version, pg_catalog.pg_backend_pid() as pid,
    pg_catalog.current_setting('server_version') as name, ${calls.join(', ')}, ${WATCH_CLIENT}`;
}
