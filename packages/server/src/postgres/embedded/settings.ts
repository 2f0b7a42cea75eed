/** Sessions at a time, of all server processes together. */
export const EMBEDDED_CONNECTIONS = 100;

/** Reachable from this machine only; everybody needs the password. */
const CONNECTIONS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  max_connections: String(EMBEDDED_CONNECTIONS),
};

/** A machine of two cores and 2 GB that also runs Millrace; SSD, as everywhere. */
const MEMORY_AND_PLANNING = {
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
};

/** A commit that was answered survives a power failure. Compressed page images halve the log after a checkpoint. */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  max_wal_size: '1GB',
  // Seven files, one a day, each emptied after a week; they outlive the server process that started PostgreSQL.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
};

/** For test databases only: everything may be lost with the machine, and is deleted after the run. */
const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '2GB',
  checkpoint_timeout: '1h',
};

/** Neither statements nor the values in them (`DETAIL`) reach the log: they hold personal data. */
const LOGGING = {
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
};

const LOCALE = { timezone: 'UTC', log_timezone: 'UTC', lc_messages: 'C' };

/** Command line of `postgres` after the program's name. */
export function postgresArguments(cluster: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    ...CONNECTIONS,
    ...MEMORY_AND_PLANNING,
    ...LOGGING,
    ...LOCALE,
    ...(durable ? DURABLE : THROWAWAY),
    port: String(port),
    cluster_name: 'millrace',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
