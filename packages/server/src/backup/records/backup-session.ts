import type { Queryable } from '../../postgres/database.js';
import { parseLsn } from '../log/segment.js';

/** Keeps the log of the embedded PostgreSQL until it is in the backup target. */
const SLOT = 'millrace_backup';
/** Any number will do as long as no other advisory lock of this database has it. */
const LOCK = 1_493_995_794;
const BASE_LOCK = 1_493_995_795;

/** Does the work while no other process copies the log; rejects as the work does. */
export async function withLogLock<T>(session: Queryable, work: () => Promise<T>): Promise<T> {
  await session`select pg_advisory_lock(${LOCK})`;
  try {
    return await work();
  } finally {
    await session`select pg_advisory_unlock(${LOCK})`;
  }
}

/** Does the work, or nothing where another process makes a base backup. @returns whether it was done */
export async function withBaseLock(session: Queryable, work: () => Promise<void>): Promise<boolean> {
  const [row] = await session<{ locked: boolean }>`select pg_try_advisory_lock(${BASE_LOCK}) as locked`;
  if (row?.locked !== true) return false;
  try {
    await work();
    return true;
  } finally {
    await session`select pg_advisory_unlock(${BASE_LOCK})`;
  }
}

/** What tells one cluster, and its histories, from others. */
export interface ClusterIdentity {
  /** The same after a restore. */
  readonly systemId: string;
  /** Grows with each restore. */
  readonly timeline: number;
}

export async function findIdentity(session: Queryable): Promise<ClusterIdentity> {
  const [row] = await session<ClusterIdentity>`
    select (select system_identifier::text from pg_control_system()) as "systemId",
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`;
  if (row === undefined) throw new Error('a query without rows');
  return row;
}

/** What PostgreSQL does about the log that is to be kept. */
export type SlotState = 'created' | 'kept' | 'lost';

/** Makes sure that the log is kept from now on. `lost`: some of it was given up since the last call; it is kept anew. */
export async function ensureSlot(session: Queryable): Promise<SlotState> {
  const [slot] = await session<{ status: string | null }>`
    select wal_status as status from pg_replication_slots where slot_name = ${SLOT}`;
  if (slot !== undefined && slot.status !== 'lost') return 'kept';
  if (slot !== undefined) await session`select pg_drop_replication_slot(${SLOT})`;
  await session`select pg_create_physical_replication_slot(${SLOT}, true)`;
  return slot === undefined ? 'created' : 'lost';
}

/** Whether the log is kept for a target. */
export async function hasSlot(session: Queryable): Promise<boolean> {
  const [row] = await session<{ found: boolean }>`
    select exists (select from pg_replication_slots where slot_name = ${SLOT}) as found`;
  return row?.found === true;
}

/** Without backups the log is not kept: it would fill the disk. */
export async function dropSlot(session: Queryable): Promise<void> {
  await session`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${SLOT} and not active`;
}

/** The log before this position is in the target. */
export async function advanceSlot(session: Queryable, lsn: bigint): Promise<void> {
  const text = `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`;
  await session`select pg_replication_slot_advance(${SLOT}, ${text}::pg_lsn)`;
}

/** The end of the log, and the clock before it was looked at. */
export interface LogPosition {
  readonly ts: Date;
  readonly lsn: bigint;
}

export async function findPosition(session: Queryable): Promise<LogPosition> {
  const [row] = await session<{ ts: Date; lsn: string }>`
    select clock_timestamp() as ts, pg_current_wal_insert_lsn()::text as lsn`;
  if (row === undefined) throw new Error('a query without rows');
  return { ts: row.ts, lsn: parseLsn(row.lsn) };
}

/** Ends the current segment, so that it can be copied. */
export async function switchSegment(session: Queryable): Promise<void> {
  await session`select pg_switch_wal()`;
}

/** Files of the log's directory, and the position from which the log is kept. */
export async function listLog(
  session: Queryable,
): Promise<{ readonly names: readonly string[]; readonly keptFrom: bigint }> {
  const files = await session<{ name: string }>`select name from pg_ls_waldir()`;
  const [slot] = await session<{ lsn: string | null }>`
    select restart_lsn::text as lsn from pg_replication_slots where slot_name = ${SLOT}`;
  return { names: files.map(({ name }) => name), keptFrom: parseLsn(slot?.lsn ?? '0/0') };
}

/** What a cluster says after its recovery. */
export interface Recovered {
  readonly isOver: boolean;
  /** When the last commit that was recovered was made; null when there was none. */
  readonly lastCommitTs: Date | null;
}

export async function findRecovered(session: Queryable): Promise<Recovered> {
  const [row] = await session<Recovered>`
    select not pg_is_in_recovery() as "isOver", pg_last_xact_replay_timestamp() as "lastCommitTs"`;
  if (row === undefined) throw new Error('a query without rows');
  return row;
}
