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
  readonly request: Pick<BulkRow, 'filters' | 'updates' | 'start' | 'reason'>;
  /**
   * What the audit rows say of the request. Names and no values: rows without a process are seen by every reader of the log.
   */
  readonly audited: object;
}

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
  const { kind, caller, user, subProject, rights, request } = beginning;
  if ((await countRunning(tx, subProject.id, user.userId)) >= limits.bulkUpdatesPerUser) {
    throw tooManyBulkOperations(limits.bulkUpdatesPerUser);
  }
  const id = newId();
  const createdTs = new Date();
  const { total, newestTs } = await countMatching(tx, rights.where);
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
  // The job has the id of what it does.
  const job = newJob({ id, subProjectId: subProject.id, kind: kind.kind, lane: 'background', dueTs: createdTs });
  await storeJobs(tx, [job], createdTs.getTime());
  await appendAudit(tx, caller, [auditRow('bulk.start', beginning, id, total)]);
  return { bulkId: id, total: String(total) };
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
  if (!(await isOnlyDryRun(tx, subProject.id, user.userId))) throw tooManyDryRuns();
  const { total, newestTs } = await countMatching(tx, rights.where);
  const bulk = { ...request, id: '', traceId: caller.traceId };
  const task = { bulk, principal: user, subProject, rights, log };
  const told = await dryRun(tx, kind, task, { newestTs, most });
  await appendAudit(tx, caller, [auditRow('bulk.dryRun', beginning, newId(), total)]);
  return { total, told };
}

const auditRow = (
  action: SubProjectAction,
  { subProject, request, audited }: BulkBeginning,
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
