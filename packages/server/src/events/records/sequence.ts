import type { EventTypeName } from '@millrace/contract';
import { auditRowOf } from '../../audit/records/audit-row-of.js';
import type { SubProjectAction } from '../../audit/records/sub-project-actions.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { subProjectIds } from '../../sub-projects/records/sub-project-queries.js';
import { currentVersionOfRow } from '../../sub-projects/records/version-queries.js';

/** The first four bytes of SHA-256('millrace events'), as PostgreSQL's integer. */
const LOCK = 1_713_430_421;

/** The type of event that an audit row becomes; null: none. */
const typeOfAction: Readonly<Record<SubProjectAction, EventTypeName | null>> = {
  'process.create': 'process.created',
  'process.update': 'process.updated',
  'process.delete': 'process.deleted',
  'clock.reach': 'clock.reached',
  'clock.breach': 'clock.breached',
  'clock.fail': null,
  'task.claim': 'task.claimed',
  'task.release': 'task.released',
  'task.assign': 'task.assigned',
  'task.update': 'task.updated',
  'comment.add': 'comment.added',
  'comment.update': 'comment.updated',
  'comment.delete': 'comment.deleted',
  'file.create': null,
  'file.signParts': null,
  'file.close': 'file.uploaded',
  'file.delete': 'file.deleted',
  'file.recover': 'file.recovered',
  'file.purge': 'file.purged',
  'file.scan': 'file.scanned',
  'file.attach': 'file.attached',
  'file.detach': 'file.detached',
  'file.replace': 'file.replaced',
  'file.rename': 'file.renamed',
  'file.abort': null,
  'file.abortStrayUpload': null,
  'file.download': null,
  'file.expire': null,
  'file.removeOrphan': null,
  'storage.reconcile': null,
  'subscription.create': null,
  'subscription.update': null,
  'subscription.delete': null,
  'subscription.rotateSecret': null,
  'subscription.revealSecret': null,
  'subscription.retry': null,
  'subscription.skip': null,
  'subscription.replay': null,
  'message.publish': 'message.published',
  'signal.broadcast': 'signal.broadcast',
  'bulk.dryRun': null,
  'bulk.start': 'bulk.started',
  'bulk.complete': 'bulk.completed',
  'bulk.fail': 'bulk.failed',
  'bulk.cancel': 'bulk.cancelled',
  'secret.set': null,
  'secret.delete': null,
  'hook.create': null,
  'hook.update': null,
  'hook.delete': null,
  'hook.rotateSecret': null,
  'member.setRoles': 'member.updated',
  'delegation.create': null,
  'delegation.end': null,
  'subProject.create': 'subProject.created',
  'subProject.deploy': 'subProject.deployed',
};

/** The action of the audit log that became events of a type; the type itself where there is none. */
export const actionOfType = (type: string): string =>
  Object.entries(typeOfAction).find(([, became]) => became === type)?.[0] ?? type;

/**
 * Locks the log of a sub-project until the transaction ends: one transaction at a time gives positions.
 *
 * @returns false when another transaction has the lock
 */
export async function tryLockEvents(tx: Transaction, subProjectId: string): Promise<boolean> {
  const [lock] = await tx<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}::integer, hashtext(${subProjectId})) as taken`;
  return lock?.taken === true;
}

/** As {@link tryLockEvents}; waits for the transaction that has the lock. */
export async function lockEvents(tx: Transaction, subProjectId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCK}::integer, hashtext(${subProjectId}))`;
}

/** What one call of {@link sequenceEvents} did. */
export interface Sequenced {
  /** Events taken from the inbox. */
  readonly taken: number;
  /** Of them, those that are in the log now. */
  readonly logged: number;
}

/**
 * Moves events of a sub-project from the inbox to its log, in the order of their ids, with the next positions, and the next
 * numbers of their processes. The transaction must hold the lock ({@link tryLockEvents}), and must not have read before it had it.
 *
 * @param limit events at most
 * @throws 23514 when the log has no partition for this month
 */
export async function sequenceEvents(tx: Transaction, subProjectId: string, limit: number): Promise<Sequenced> {
  const actions = Object.keys(typeOfAction);
  const types = Object.values(typeOfAction).map((type) => type ?? '');
  const [row] = await tx<Sequenced>`
    with batch as materialized (
      select i.* from event_inbox i where i.sub_project_id = ${subProjectId} order by i.id limit ${limit}
    ), taken as (
      delete from event_inbox i using batch where i.sub_project_id = ${subProjectId} and i.id = batch.id
    ), told as materialized (
      select b.id, b.process_id, coalesce(b.type, nullif(known.type, ''), a.action) as type,
        coalesce(b.subject_type, a.subject_type) as subject_type, coalesce(b.subject_id, a.subject_id) as subject_id,
        coalesce(b.data, json_build_object('before', a.before, 'after', a.after)) as data,
        coalesce(b.by_id, a.by_id) as by_id, coalesce(b.by_name, a.by_name) as by_name,
        coalesce(b.trace_id, a.trace_id) as trace_id, coalesce(b.created_ts, a.created_ts) as created_ts,
        row_number() over (order by b.id) as place,
        row_number() over (partition by b.process_id order by b.id) as place_of_process
      from batch b
      left join ${auditRowOf(sql`b`)}
      left join unnest(${actions}::text[], ${types}::text[]) as known (action, type) on known.action = a.action
      where (b.type is not null or a.action is not null) and known.type is distinct from ''
    ), heads as (
      insert into process_event_heads as h (sub_project_id, process_id, sequence)
      select ${subProjectId}::uuid, process_id, count(*) from told where process_id is not null group by process_id
      on conflict (sub_project_id, process_id) do update set sequence = h.sequence + excluded.sequence
      returning h.process_id, h.sequence
    ), counts as (
      select process_id, count(*) as count from told where process_id is not null group by process_id
    ), ends as (
      insert into event_positions as p (sub_project_id, last_position)
      select ${subProjectId}::uuid, count(*) from told
      on conflict (sub_project_id) do update set last_position = p.last_position + excluded.last_position
      returning p.last_position - (select count(*) from told) as start
    ), logged as (
      insert into event_log (sub_project_id, position, logged_ts, type, process_id, sequence, subject_type, subject_id, data,
        by_id, by_name, trace_id, created_ts)
      select ${subProjectId}::uuid, ends.start + told.place, now(), told.type, told.process_id,
        heads.sequence - counts.count + told.place_of_process, told.subject_type, told.subject_id, told.data, told.by_id,
        told.by_name, told.trace_id, told.created_ts
      from told cross join ends
      left join heads on heads.process_id = told.process_id
      left join counts on counts.process_id = told.process_id
    )
    select (select count(*) from batch) as taken, (select count(*) from told) as logged`;
  return row ?? { taken: 0, logged: 0 };
}

/** Tells the servers that listen that a log has new events; only a hint. */
export async function hintEvents(tx: Transaction, channel: string, subProjectId: string): Promise<void> {
  await tx`select pg_notify(${channel}, ${`events ${subProjectId}`})`;
}

/** Sub-projects with events in the inbox. Grows with the sub-projects: a probe of an index each. */
export async function findUnsequenced(db: Queryable): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select s.id from (${subProjectIds}) s where exists (select from event_inbox i where i.sub_project_id = s.id)`;
  return rows.map(({ id }) => id);
}

/** A log that somebody listens to. */
export interface LogState {
  readonly subProjectId: string;
  /** 0 for a log without events. */
  readonly latest: number;
  /** Whether events wait for their positions. */
  readonly pending: boolean;
  /** The current configuration of the sub-project: it decides who may see what. */
  readonly versionId: string | null;
}

/** The state of each of the logs: three probes of an index each. */
export async function logStates(db: Queryable, subProjectIds: readonly string[]): Promise<readonly LogState[]> {
  return db<LogState>`
    select wanted.id as "subProjectId",
      coalesce((select p.last_position from event_positions p where p.sub_project_id = wanted.id), 0) as latest,
      exists (select from event_inbox i where i.sub_project_id = wanted.id) as pending,
      (${currentVersionOfRow(sql`wanted.id`)}) as "versionId"
    from unnest(${subProjectIds}::uuid[]) as wanted (id)`;
}
