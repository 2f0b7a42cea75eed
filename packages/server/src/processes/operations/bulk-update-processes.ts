import { operations } from '@millrace/contract';
import { requireUser } from '../../access/require-user.js';
import type { Log } from '../../kernel/log.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import { beginBulk, tryBulk } from '../bulk/begin-bulk.js';
import { presentReason } from '../bulk/bulk-reasons.js';
import { bulkRights } from '../bulk/bulk-rights.js';
import { bulkUpdate } from '../bulk/update-kind.js';
import type { ChangeProcess } from '../change/change-process.js';
import type { ProcessDeps } from '../change/process-ports.js';

/** What the operations on bulk operations need. */
export interface BulkDeps extends Pick<ProcessDeps, 'db' | 'subProjects'> {
  /** Bulk operations of one user that may run at once in a sub-project. */
  readonly bulkUpdatesPerUser: number;
  readonly log: Log;
}

/** Processes that a dry run tries. */
const MOST_TRIED = 1000;

/** A dry run wakes nobody. */
const nobodyIsWoken = (): void => undefined;

/**
 * bulkUpdateProcesses: keeps what is asked for and lets a worker do it. What is wrong with every process alike is refused at
 * once, as is one more than a user may run.
 */
export const bulkUpdateProcesses =
  (deps: BulkDeps & { readonly changeProcess: ChangeProcess }): UseCase<'bulkUpdateProcesses'> =>
  async (caller, { subProjectId, filters: givenFilters, updates: givenUpdates, reason, dryRun: isDry }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.bulkUpdateProcesses);
    const user = requireUser(caller.principal, operations.bulkUpdateProcesses);
    const filters: Readonly<Record<string, unknown>> = { ...givenFilters };
    const updates: Readonly<Record<string, unknown>> = { ...givenUpdates };
    const beginning = {
      kind: bulkUpdate({ changeProcess: deps.changeProcess, processChanged: nobodyIsWoken }),
      caller,
      user,
      subProject,
      rights: bulkRights(subProject, user, { filters, updates }),
      request: { filters, updates, start: null, repair: null, reason: reason ?? null },
      audited: { names: Object.keys(updates) },
    };
    return unexpectedAs(1000, 'The bulk update could not be begun.', () =>
      caller.write(async (tx) => {
        if (isDry !== true) return beginBulk(tx, beginning, deps);
        const { total, told } = await tryBulk(tx, beginning, { most: MOST_TRIED, log: deps.log });
        const { tried, refused, outcomes, reasons } = told;
        return {
          bulkId: '',
          total: String(total),
          dryRun: {
            tried: String(tried),
            changed: String(outcomes.get('CHANGED') ?? 0),
            unchanged: String(outcomes.get('UNCHANGED') ?? 0),
            refused: String(refused),
            reasons: reasons.map(presentReason),
          },
        };
      }),
    );
  };
