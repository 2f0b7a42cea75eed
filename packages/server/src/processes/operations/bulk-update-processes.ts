import { operations } from '@millrace/contract';
import { requireUser } from '../../access/require-user.js';
import { type AuditEntry, appendAudit } from '../../audit/records/append.js';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { tooManyBulkUpdates, tooManyDryRuns } from '../../kernel/errors/service-errors.js';
import { LAST_ID, newId } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import { bulkRights } from '../bulk/bulk-rights.js';
import { dryRun } from '../bulk/dry-run.js';
import type { ChangeProcess } from '../change/change-process.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { countMatching, countRunning, insertBulk, isOnlyDryRun } from '../records/bulk/bulk-queries.js';

/** What the operations on bulk updates need. */
export interface BulkDeps extends Pick<ProcessDeps, 'db' | 'subProjects'> {
  /** Bulk updates of one user that may run at once in a sub-project. */
  readonly bulkUpdatesPerUser: number;
  readonly log: Log;
}

/**
 * bulkUpdateProcesses: keeps what is asked for and lets a worker do it (see `bulk-update-work.ts`). What is wrong with every
 * process alike is refused at once, as is one more than a user may run. Processes created later are not part of it. A dry run
 * locks rows and reads as the update would, so a user has one at a time, and it is audited: its answer says why processes refuse.
 *
 * The audit rows name the fields and not their values: rows without a process are seen by every reader of the log.
 */
export const bulkUpdateProcesses =
  (deps: BulkDeps & { readonly changeProcess: ChangeProcess }): UseCase<'bulkUpdateProcesses'> =>
  async (caller, { subProjectId, filters: givenFilters, updates: givenUpdates, reason, dryRun: isDry }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.bulkUpdateProcesses);
    const user = requireUser(caller.principal, operations.bulkUpdateProcesses);
    const filters: Readonly<Record<string, unknown>> = { ...givenFilters };
    const updates: Readonly<Record<string, unknown>> = { ...givenUpdates };
    const rights = bulkRights(subProject, user, { filters, updates });
    const { where } = rights;
    return unexpectedAs(1000, 'The bulk update could not be begun.', () =>
      caller.write(async (tx) => {
        const auditRow = (action: AuditEntry['action'], subjectId: string, total: number): AuditEntry => ({
          action,
          subProjectId: subProject.id,
          subjectType: 'bulk',
          subjectId,
          processId: null,
          before: null,
          after: { names: Object.keys(updates), total, reason: reason ?? null },
        });
        if (isDry === true) {
          if (!(await isOnlyDryRun(tx, subProject.id, user.userId))) throw tooManyDryRuns();
          const { total, newestTs } = await countMatching(tx, where);
          const bulk = { id: '', traceId: caller.traceId, updates };
          const change = { bulk, principal: user, subProject, rights, log: deps.log };
          const told = await dryRun(tx, deps.changeProcess, change, newestTs);
          await appendAudit(tx, caller, [auditRow('bulk.dryRun', newId(), total)]);
          return { bulkId: '', total: String(total), dryRun: told };
        }
        if ((await countRunning(tx, subProject.id, user.userId)) >= deps.bulkUpdatesPerUser) {
          throw tooManyBulkUpdates(deps.bulkUpdatesPerUser);
        }
        const id = newId();
        const createdTs = new Date();
        const { total, newestTs } = await countMatching(tx, where);
        const { userId, clientId, scopes } = user;
        await insertBulk(tx, {
          id,
          subProjectId: subProject.id,
          userId,
          clientId: clientId ?? null,
          scopes,
          traceId: caller.traceId,
          filters,
          updates,
          reason: reason ?? null,
          total,
          createdTs,
          beforeTs: newestTs ?? createdTs,
          beforeId: LAST_ID,
        });
        // The job has the id of what it does.
        const job = newJob({
          id,
          subProjectId: subProject.id,
          kind: 'bulk-update',
          lane: 'background',
          dueTs: createdTs,
        });
        await storeJobs(tx, [job], createdTs.getTime());
        await appendAudit(tx, caller, [auditRow('bulk.start', id, total)]);
        return { bulkId: id, total: String(total) };
      }),
    );
  };
