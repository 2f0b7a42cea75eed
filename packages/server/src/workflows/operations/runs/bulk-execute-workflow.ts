import { operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { beginBulk, tryBulk } from '../../../processes/bulk/begin-bulk.js';
import { presentOutcomes, presentReason } from '../../../processes/bulk/bulk-reasons.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unexpectedAs } from '../../../use-case/unexpected.js';
import { bulkExecution } from '../../bulk/execute-kind.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** Processes that a dry run tries: a start costs more than an update. */
const MOST_TRIED = 200;

/**
 * bulkExecuteWorkflow: keeps what is asked for and lets a worker start the runs. What is wrong with every process alike is
 * refused at once, as is one more than a user may run.
 */
export const bulkExecuteWorkflow =
  (deps: WorkflowDeps): UseCase<'bulkExecuteWorkflow'> =>
  async (caller, { subProjectId, filters: givenFilters, dryRun: isDry, reason, ...request }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.bulkExecuteWorkflow);
    const user = requireUser(caller.principal, operations.bulkExecuteWorkflow);
    const { workflowId, stageKey, otherDetails = {} } = request;
    const filters: Readonly<Record<string, unknown>> = { ...givenFilters };
    const start = { workflowId: workflowId.toLowerCase(), stageKey, otherDetails: { ...otherDetails } };
    const asked = { filters, updates: {}, start, repair: null, reason: reason ?? null };
    const kind = bulkExecution(deps);
    const beginning = {
      kind,
      caller,
      user,
      subProject,
      rights: kind.rights(subProject, user, asked),
      request: asked,
      audited: { workflowId: start.workflowId, stageKey },
    };
    return unexpectedAs(1000, 'The bulk execution could not be begun.', () =>
      caller.write(async (tx) => {
        if (isDry !== true) return beginBulk(tx, beginning, deps);
        const { total, told } = await tryBulk(tx, beginning, { most: MOST_TRIED, log: deps.log });
        const { tried, refused, outcomes, reasons } = told;
        return {
          bulkId: '',
          total: String(total),
          dryRun: {
            tried: String(tried),
            started: String(tried - refused),
            refused: String(refused),
            outcomes: presentOutcomes(Object.fromEntries(outcomes)),
            reasons: reasons.map(presentReason),
          },
        };
      }),
    );
  };
