import { totalmem } from 'node:os';

/** Sessions at a time, of all server processes together. */
export const EMBEDDED_CONNECTIONS = 110;

/** Reachable from this machine only; everybody needs the password. */
const CONNECTIONS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  max_connections: String(EMBEDDED_CONNECTIONS),
};

const MIB = 2 ** 20;
const PLANNING = { work_mem: '8MB', random_page_cost: '1.1', jit: 'off' };

/**
 * A part of the machine's memory, which Millrace and others run on too: from what 2 GB allow (128 MB of buffers) up to what
 * some ten million processes need. Tables that do not fit into the buffers make random updates several times dearer, and
 * indexes of ten million entries take minutes to sort in 64 MB.
 */
export function memorySettings(bytes: number): Readonly<Record<string, string>> {
  const part = (share: number, least: number, most: number): string =>
    `${Math.round(Math.min(Math.max(bytes * share, least * MIB), most * MIB) / MIB)}MB`;
  return {
    shared_buffers: part(1 / 16, 128, 2048),
    maintenance_work_mem: part(1 / 32, 64, 512),
    effective_cache_size: part(1 / 4, 512, 16_384),
  };
}

/** What this process may use: all of the machine, or what its container allows. */
const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * A commit that was answered survives a power failure. Page images are not compressed: PostgreSQL as npm brings it has
 * nothing but pglz for it, which took half of the CPU of random updates on a million processes (0.58 ms each, 0.26 ms
 * without) to halve the log; the log may be as much longer between checkpoints instead.
 */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'off',
  max_wal_size: '2GB',
  // Of the log that a backup target has not taken: then it is given up, and backups begin anew. The disk must not fill up.
  max_slot_wal_keep_size: '16GB',
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

/**
 * Command line of `postgres` after the program's name.
 * @param more settings that take precedence
 */
export function postgresArguments(
  cluster: string,
  port: number,
  durable: boolean,
  more: Readonly<Record<string, string>> = {},
): string[] {
  const settings: Record<string, string> = {
    ...CONNECTIONS,
    ...PLANNING,
    // Test databases are small, and many.
    ...memorySettings(durable ? memoryHere() : 0),
    ...LOGGING,
    ...LOCALE,
    ...(durable ? DURABLE : THROWAWAY),
    port: String(port),
    cluster_name: 'millrace',
    ...more,
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
