import { totalOf } from '../../../filters/counting.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import { findCurrentVersionId } from '../../../sub-projects/records/version-queries.js';
import { type KEEPING_LOCK, type ProcessRow, processColumns, type ROW_LOCK } from '../processes/process-row.js';

export type BulkState = 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';

/** Number of processes by what became of them. Processes that refused are not in it. */
export type BulkOutcomes = Readonly<Record<string, number>>;

/** What runs are started with. */
export interface BulkStart {
  readonly workflowId: string;
  readonly stageKey: string;
  readonly otherDetails: Readonly<Record<string, unknown>>;
}

/** What is done to runs, one after another. */
export interface BulkRepair {
  readonly action: 'RETRY' | 'CANCEL' | 'MIGRATE';
  /** Of a retry: attempts of each job. */
  readonly retries: number;
  /** Of a retry: to be set before; absent: none. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Of a migration. */
  readonly migration?: { readonly definitionId: string; readonly mapping: Readonly<Record<string, string>> };
  /** The first ones, whose outcomes are waited for before the others are asked. */
  readonly canary?: { readonly count: number; readonly mostFailedPercent: number };
  /** Runs that are asked in a minute; absent: as many as possible. */
  readonly perMinute?: number;
}

/** A bulk operation as the database holds it. */
export interface BulkRow {
  readonly id: string;
  readonly subProjectId: string;
  readonly userId: string;
  /** Null: the caller used a session or a personal token. */
  readonly clientId: string | null;
  readonly scopes: readonly string[];
  readonly traceId: string;
  readonly filters: Readonly<Record<string, unknown>>;
  /** Of an update; {} of another kind. */
  readonly updates: Readonly<Record<string, unknown>>;
  /** Of the execution of a workflow; null for an update. */
  readonly start: BulkStart | null;
  /** Of the repair of runs; null for another kind. */
  readonly repair: BulkRepair | null;
  readonly reason: string | null;
  readonly state: BulkState;
  readonly failure: { readonly detail: string } | null;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly outcomes: BulkOutcomes;
  readonly beforeTs: Date;
  readonly beforeId: string;
  readonly createdTs: Date;
  readonly updatedTs: Date;
}

const columns = sql`id, sub_project_id as "subProjectId", user_id as "userId", client_id as "clientId", scopes,
  trace_id as "traceId", filters, updates, start, repair, reason, state, failure, total, done, failed, outcomes,
  before_ts as "beforeTs", before_id as "beforeId", created_ts as "createdTs", updated_ts as "updatedTs"`;

/** Rows of errors that are kept of one bulk operation. */
export const MOST_ERRORS = 10_000;

/** A new one; nothing of it is done. */
export type NewBulk = Pick<
  BulkRow,
  | 'id'
  | 'subProjectId'
  | 'userId'
  | 'clientId'
  | 'scopes'
  | 'traceId'
  | 'filters'
  | 'updates'
  | 'start'
  | 'repair'
  | 'reason'
  | 'total'
  | 'beforeTs'
  | 'beforeId'
  | 'createdTs'
>;

export async function insertBulk(tx: Transaction, bulk: NewBulk): Promise<void> {
  await tx`insert into bulk_operations ${sql.rows([
    {
      id: bulk.id,
      sub_project_id: bulk.subProjectId,
      user_id: bulk.userId,
      client_id: bulk.clientId,
      scopes: bulk.scopes,
      trace_id: bulk.traceId,
      filters: sql.json(bulk.filters),
      updates: sql.json(bulk.updates),
      start: bulk.start === null ? null : sql.json(bulk.start),
      repair: bulk.repair === null ? null : sql.json(bulk.repair),
      reason: bulk.reason,
      state: 'RUNNING',
      total: bulk.total,
      before_ts: bulk.beforeTs,
      before_id: bulk.beforeId,
      created_ts: bulk.createdTs,
      updated_ts: bulk.createdTs,
    },
  ])}`;
}

/**
 * Bulk operations of a user that run. Another transaction of the user that counts them waits until this one has ended, so that
 * requests sent at once do not all find room.
 */
export async function countRunning(tx: Transaction, subProjectId: string, userId: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`bulk updates ${subProjectId} ${userId}`}, 0))`;
  const [row] = await tx<{ count: number }>`
    select count(*) as count from bulk_operations
    where sub_project_id = ${subProjectId} and user_id = ${userId} and state = 'RUNNING'`;
  return row?.count ?? 0;
}

/** Whether no other dry run of the user is under way; none begins until this transaction has ended. */
export async function isOnlyDryRun(tx: Transaction, subProjectId: string, userId: string): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`bulk dry run ${subProjectId} ${userId}`}, 0)) as locked`;
  return row?.locked === true;
}

/** Bulk operations of a sub-project, newest first, with their number. Undefined members do not limit. */
export async function listBulks(
  db: Queryable,
  subProjectId: string,
  of: { readonly userId: string | undefined; readonly state: BulkState | undefined },
  page: { readonly limit: number; readonly offset: bigint },
): Promise<{ readonly total: number; readonly bulks: readonly BulkRow[] }> {
  const condition = sql.and([
    sql`sub_project_id = ${subProjectId}`,
    of.userId === undefined ? sql`true` : sql`user_id = ${of.userId}`,
    of.state === undefined ? sql`true` : sql`state = ${of.state}`,
  ]);
  const rows = await db<{ readonly count: number } & (BulkRow | { readonly id: null })>`
    select counted.count, listed.* from (select ${totalOf(sql`from bulk_operations where ${condition}`)} as count) counted
    left join (select ${columns} from bulk_operations where ${condition}
      order by id desc limit ${page.limit} offset ${page.offset}) listed on true
    order by listed.id desc`;
  return { total: rows[0]?.count ?? 0, bulks: rows.filter((row) => row.id !== null) };
}

/** The processes that match at one time. */
export interface Matching {
  readonly total: number;
  /** When the newest was created, by the clock of the server that did; null where none matches. */
  readonly newestTs: Date | null;
}

/** Processes that match. Cost grows with their number, and with the sub-project where no index serves the filter. */
export async function countMatching(db: Queryable, where: Fragment): Promise<Matching> {
  const [row] = await db.run<Matching>(
    sql`select count(*) as total, max(p.created_ts) as "newestTs" from processes p where ${where}`,
  );
  return row ?? { total: 0, newestTs: null };
}

/** A bulk operation of the sub-project; an id that is no UUID names nothing. */
export async function findBulk(
  db: Queryable,
  subProjectId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<BulkRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db<BulkRow>`
    select ${columns} from bulk_operations where id = ${id} and sub_project_id = ${subProjectId} ${sql.raw(lock)}`;
  return row;
}

/** What names a bulk operation. */
export type BulkKey = Pick<BulkRow, 'subProjectId' | 'id'>;

/** Locks a bulk operation for a batch; undefined when it has ended. */
export async function lockRunning(tx: Transaction, { subProjectId, id }: BulkKey): Promise<BulkRow | undefined> {
  const [row] = await tx<BulkRow>`
    select ${columns} from bulk_operations
    where sub_project_id = ${subProjectId} and id = ${id} and state = 'RUNNING' for update`;
  return row;
}

export type MatchingProcess = ProcessRow & { readonly covered: readonly number[] };

/**
 * The next processes that match, locked in the order they are taken, and the configuration that is current meanwhile.
 */
export async function lockMatching(
  tx: Transaction,
  batch: {
    readonly bulk: Pick<BulkRow, 'subProjectId' | 'beforeTs' | 'beforeId'>;
    readonly where: Fragment;
    readonly covered: Fragment;
    readonly limit: number;
    readonly lock: typeof ROW_LOCK | typeof KEEPING_LOCK;
  },
): Promise<{ readonly versionId: string | null; readonly processes: readonly MatchingProcess[] }> {
  const { bulk, where, covered, limit, lock } = batch;
  const processes = await tx.run<MatchingProcess>(sql`
    select ${processColumns}, ${covered} as covered from processes p
    where ${where} and (p.created_ts, p.id) < (${bulk.beforeTs}::timestamptz, ${bulk.beforeId}::uuid)
    order by p.created_ts desc, p.id desc limit ${limit} ${sql.raw(lock)} of p`);
  const subProject = await findCurrentVersionId(tx, bulk.subProjectId);
  return { versionId: subProject?.versionId ?? null, processes };
}

/** How far a batch came. */
export interface Advance {
  readonly state: BulkState;
  readonly done: number;
  readonly failed: number;
  readonly outcomes: BulkOutcomes;
  readonly beforeTs: Date;
  readonly beforeId: string;
  readonly failure: { readonly detail: string } | null;
}

export async function advanceBulk(tx: Transaction, bulk: BulkKey, to: Advance): Promise<void> {
  await tx`update bulk_operations set state = ${to.state}, done = ${to.done}, failed = ${to.failed},
      outcomes = ${sql.json(to.outcomes)}, before_ts = ${to.beforeTs}, before_id = ${to.beforeId},
      failure = ${to.failure === null ? null : sql.json(to.failure)}, updated_ts = clock_timestamp()
    where sub_project_id = ${bulk.subProjectId} and id = ${bulk.id}`;
}

/** A process that refused. */
export interface BulkError {
  readonly processId: string;
  readonly errorId: number;
  readonly detail: string;
}

/** @param from position of the first one */
export async function insertErrors(
  tx: Transaction,
  bulk: BulkKey,
  from: number,
  errors: readonly BulkError[],
): Promise<void> {
  const kept = errors.slice(0, Math.max(0, MOST_ERRORS - from));
  if (kept.length === 0) return;
  await tx`insert into bulk_operation_errors ${sql.rows(
    kept.map(({ processId, errorId, detail }, index) => ({
      sub_project_id: bulk.subProjectId,
      bulk_id: bulk.id,
      position: from + index,
      process_id: processId,
      error_id: errorId,
      detail,
    })),
  )}`;
}

/** One page of them, in the order they came up. */
export async function listErrors(
  db: Queryable,
  bulk: BulkKey,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<readonly BulkError[]> {
  return db<BulkError>`
    select process_id as "processId", error_id as "errorId", detail from bulk_operation_errors
    where sub_project_id = ${bulk.subProjectId} and bulk_id = ${bulk.id} and position >= ${page.offset} order by position limit ${page.limit}`;
}

/** A reason for which processes refused, and some of them. */
export interface ErrorReason {
  readonly errorId: number;
  readonly detail: string;
  readonly count: number;
  readonly processIds: readonly string[];
}

/** The most frequent reasons of a bulk operation, of the errors that are kept of it. */
export async function listReasons(db: Queryable, bulk: BulkKey, most: number): Promise<readonly ErrorReason[]> {
  return db<ErrorReason>`
    select error_id as "errorId", detail, count(*) as count,
      (array_agg(process_id::text order by position))[1:5] as "processIds"
    from bulk_operation_errors where sub_project_id = ${bulk.subProjectId} and bulk_id = ${bulk.id}
    group by error_id, detail order by count(*) desc, error_id, detail limit ${most}`;
}
