import { type AuditEntry, appendAudit } from '../../audit/records/append.js';
import type { SubProjectAction } from '../../audit/records/sub-project-actions.js';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { tooManyBulkOperations, tooManyDryRuns } from '../../kernel/errors/service-errors.js';
import { LAST_ID, newId } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller, UserPrincipal } from '../../use-case/caller.js';
import { type BulkRow, countMatching, countRunning, insertBulk, isOnlyDryRun } from '../records/bulk/bulk-queries.js';
import type { BulkKind } from './bulk-kind.js';
import type { BulkRights } from './bulk-rights.js';
import { type DryRun, dryRun } from './dry-run.js';

/** What is asked for. */
export interface BulkBeginning {
  readonly kind: BulkKind;
  readonly caller: Caller;
  readonly user: UserPrincipal;
  readonly subProject: SubProject;
  readonly rights: BulkRights;
  readonly request: Pick<BulkRow, 'filters' | 'updates' | 'start' | 'repair' | 'reason'>;
  /**
   * What the audit rows say of the request. Names and no values: rows without a process are seen by every reader of the log.
   */
  readonly audited: object;
}

/** What is kept of any bulk operation that is asked for. */
export type AskedBulk = Pick<BulkBeginning, 'caller' | 'user' | 'subProject' | 'request' | 'audited'>;

/**
 * Keeps what is asked for and lets a worker do it (see `bulk-work.ts`). Processes created later are not part of it.
 *
 * @throws CatalogueError 1003 for one more than a user may run
 */
export async function beginBulk(
  tx: Transaction,
  beginning: BulkBeginning,
  limits: { readonly bulkUpdatesPerUser: number },
): Promise<{ readonly bulkId: string; readonly total: string }> {
  await requireRoom(tx, beginning, limits);
  const { total, newestTs } = await countMatching(tx, beginning.rights.where);
  const id = newId();
  await storeBulk(tx, beginning, beginning.kind.kind, { id, total, newestTs });
  return { bulkId: id, total: String(total) };
}

/** @throws CatalogueError 1003 for one bulk operation more than a user may run */
export async function requireRoom(
  tx: Transaction,
  { subProject, user }: Pick<AskedBulk, 'subProject' | 'user'>,
  { bulkUpdatesPerUser }: { readonly bulkUpdatesPerUser: number },
): Promise<void> {
  const running = await countRunning(tx, subProject.id, user.userId);
  if (running >= bulkUpdatesPerUser) throw tooManyBulkOperations(bulkUpdatesPerUser);
}

/** Stores a bulk operation, its job, which has the same id, and the audit row of its start. */
export async function storeBulk(
  tx: Transaction,
  asked: AskedBulk,
  kind: BulkKind['kind'],
  { id, total, newestTs }: { readonly id: string; readonly total: number; readonly newestTs: Date | null },
): Promise<void> {
  const { caller, user, subProject, request } = asked;
  const createdTs = new Date();
  const { userId, clientId, scopes } = user;
  await insertBulk(tx, {
    ...request,
    id,
    subProjectId: subProject.id,
    userId,
    clientId: clientId ?? null,
    scopes,
    traceId: caller.traceId,
    total,
    createdTs,
    beforeTs: newestTs ?? createdTs,
    beforeId: LAST_ID,
  });
  const job = newJob({ id, subProjectId: subProject.id, kind, lane: 'background', dueTs: createdTs });
  await storeJobs(tx, [job], createdTs.getTime());
  await appendAudit(tx, caller, [bulkAudit('bulk.start', asked, id, total)]);
}

/**
 * Tells what it would do. A dry run locks rows and reads as the operation would, so a user has one at a time, and it is audited:
 * its answer says why processes refuse.
 *
 * @param most processes that are tried
 * @throws CatalogueError 1003 while another dry run of the user is under way
 */
export async function tryBulk(
  tx: Transaction,
  beginning: BulkBeginning,
  { most, log }: { readonly most: number; readonly log: Log },
): Promise<{ readonly total: number; readonly told: DryRun }> {
  const { kind, caller, user, subProject, rights, request } = beginning;
  await requireOnlyDryRun(tx, beginning);
  const { total, newestTs } = await countMatching(tx, rights.where);
  const bulk = { ...request, id: '', traceId: caller.traceId };
  const task = { bulk, principal: user, subProject, rights, log };
  const told = await dryRun(tx, kind, task, { newestTs, most });
  await appendAudit(tx, caller, [bulkAudit('bulk.dryRun', beginning, newId(), total)]);
  return { total, told };
}

/** @throws CatalogueError 1003 while another dry run of the user is under way */
export async function requireOnlyDryRun(
  tx: Transaction,
  { subProject, user }: Pick<AskedBulk, 'subProject' | 'user'>,
): Promise<void> {
  if (!(await isOnlyDryRun(tx, subProject.id, user.userId))) throw tooManyDryRuns();
}

/** The audit row of a bulk operation that is begun or tried. */
export const bulkAudit = (
  action: SubProjectAction,
  { subProject, request, audited }: Pick<AskedBulk, 'subProject' | 'request' | 'audited'>,
  subjectId: string,
  total: number,
): AuditEntry => ({
  action,
  subProjectId: subProject.id,
  subjectType: 'bulk',
  subjectId,
  processId: null,
  before: null,
  after: { ...audited, total, reason: request.reason },
});
