import { operations } from '@millrace/contract';
import { requireUser } from '../../access/require-user.js';
import { appendAudit } from '../../audit/records/append.js';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { tooManyBulkUpdates } from '../../kernel/errors/service-errors.js';
import { LAST_ID, newId } from '../../kernel/identifiers.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import { bulkRights } from '../bulk/bulk-rights.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { countMatching, countRunning, insertBulk } from '../records/bulk/bulk-queries.js';

/** What the operations on bulk updates need. */
export interface BulkDeps extends Pick<ProcessDeps, 'db' | 'subProjects'> {
  /** Bulk updates of one user that may run at once in a sub-project. */
  readonly bulkUpdatesPerUser: number;
}

/**
 * bulkUpdateProcesses: keeps what is asked for and lets a worker do it (see `bulk-update-work.ts`). What is wrong with every
 * process alike is refused at once, as is one more than a user may run. Processes created later are not part of it.
 *
 * The audit row names the fields and not their values: rows without a process are seen by every reader of the log.
 */
export const bulkUpdateProcesses =
  (deps: BulkDeps): UseCase<'bulkUpdateProcesses'> =>
  async (caller, { subProjectId, filters: givenFilters, updates: givenUpdates, reason }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.bulkUpdateProcesses);
    const user = requireUser(caller.principal, operations.bulkUpdateProcesses);
    const filters: Readonly<Record<string, unknown>> = { ...givenFilters };
    const updates: Readonly<Record<string, unknown>> = { ...givenUpdates };
    const { where } = bulkRights(subProject, user, { filters, updates });
    return unexpectedAs(1000, 'The bulk update could not be begun.', () =>
      caller.write(async (tx) => {
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
        await appendAudit(tx, caller, [
          {
            action: 'bulk.start',
            subProjectId: subProject.id,
            subjectType: 'bulk',
            subjectId: id,
            processId: null,
            before: null,
            after: { names: Object.keys(updates), total, reason: reason ?? null },
          },
        ]);
        return { bulkId: id, total: String(total) };
      }),
    );
  };
