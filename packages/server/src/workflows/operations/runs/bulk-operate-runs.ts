import { operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { appendAudit } from '../../../audit/records/append.js';
import { newId } from '../../../kernel/identifiers.js';
import { bulkAudit, requireOnlyDryRun, requireRoom, storeBulk } from '../../../processes/bulk/begin-bulk.js';
import { presentOutcomes, presentReason } from '../../../processes/bulk/bulk-reasons.js';
import { dryRunOf } from '../../../processes/bulk/dry-run.js';
import type { BulkRepair } from '../../../processes/records/bulk/bulk-queries.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unexpectedAs } from '../../../use-case/unexpected.js';
import { repairOne } from '../../bulk/repair-one.js';
import { firstTargets, keepItems } from '../../records/bulk/repair-items.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readRepair } from '../../search/read-repair.js';

/** Runs that a dry run tries. */
const MOST_TRIED = 100;

/**
 * bulkOperateRuns: keeps which incidents or runs match now, and lets a worker repair them (see `repair-work.ts`).
 *
 * @throws CatalogueError 1202, 1209, 1200 for wrong conditions, 1200 (404) for a workflow or version that does not exist, 1003 for
 * one more than a user may run
 */
export const bulkOperateRuns =
  (deps: WorkflowDeps): UseCase<'bulkOperateRuns'> =>
  async (
    caller,
    { subProjectId, action, retries = 1, variables, canary, perMinute, reason, dryRun: isDry, ...request },
  ) => {
    const operation = operations.bulkOperateRuns;
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operation);
    const user = requireUser(caller.principal, operation);
    const paced: BulkRepair = {
      action,
      retries,
      ...(variables === undefined ? {} : { variables: { ...variables } }),
      ...(canary === undefined ? {} : { canary }),
      ...(perMinute === undefined ? {} : { perMinute }),
    };
    const begun = {
      caller,
      user,
      subProject,
      request: { filters: { ...request }, updates: {}, start: null, reason: reason ?? null },
      audited: { action },
    };
    return unexpectedAs(1000, 'The repair could not be begun.', () =>
      caller.write(async (tx) => {
        const { choice, migration } = await readRepair(tx, subProject.id, rowCondition(subProject, access), {
          ...request,
          action,
        });
        const repair = { ...paced, ...(migration === undefined ? {} : { migration }) };
        const asked = { ...begun, request: { ...begun.request, repair } };
        if (isDry !== true) {
          await requireRoom(tx, asked, deps);
          const id = newId();
          const total = await keepItems(tx, { subProjectId: subProject.id, id }, choice);
          await storeBulk(tx, asked, 'bulk-repair', { id, total, newestTs: null });
          return { bulkId: id, total: String(total) };
        }
        await requireOnlyDryRun(tx, asked);
        const { total, targets } = await firstTargets(tx, choice, MOST_TRIED);
        const task = { actor: caller, subProject, access, repair, reason: reason ?? null, log: deps.log, bulkId: '' };
        const told = await dryRunOf(
          tx,
          targets,
          async (target) => {
            const outcome = await repairOne(tx, deps, task, target);
            return typeof outcome === 'string' || outcome instanceof Error ? outcome : 'WAITING';
          },
          ({ processId }) => processId ?? '',
        );
        await appendAudit(tx, caller, [bulkAudit('bulk.dryRun', asked, newId(), total)]);
        return {
          bulkId: '',
          total: String(total),
          dryRun: {
            tried: String(told.tried),
            refused: String(told.refused),
            outcomes: presentOutcomes(Object.fromEntries(told.outcomes)),
            reasons: told.reasons.map(presentReason),
          },
        };
      }),
    );
  };
