import { errorCatalogue, operations } from '@millrace/contract';
import { CatalogueError } from '../../../kernel/errors/catalogue-error.js';
import { type Transaction, transaction } from '../../../postgres/database.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { findTask } from '../../records/tasks/find-tasks.js';
import type { RunId } from '../../run/advance-run.js';
import type { RecordedVote } from '../../run/run-changes.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { decideTask } from '../../tasks/decide-task.js';
import { unknownTask } from '../../tasks/task-access.js';
import { FormValidator } from '../../tasks/task-form.js';

/**
 * Decides many tasks alike, each in a transaction of its own, so that one that is refused keeps no other from being decided. With
 * an Idempotency-Key each task is decided once, also when the request breaks off and is sent again.
 *
 * @throws CatalogueError 1202, 1209; what is wrong with a task is its result
 */
export const decideTasks = (deps: WorkflowDeps): UseCase<'decideTasks'> => {
  const forms = new FormValidator();
  return async (caller, request) => {
    const { subProjectId, approved, payload, comment } = request;
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.decideTasks);
    const decide = async (tx: Transaction, taskId: string): Promise<Counted> => {
      const task = await findTask(tx, { subProjectId: subProject.id, id: taskId }, rowCondition(subProject, access));
      if (task === undefined) throw unknownTask(taskId);
      const { runId } = task;
      const decision = { caller, subProject, access, runId, taskId: task.id, approved, payload, comment };
      const { runId: advanced, vote } = await decideTask(tx, deps, forms, decision);
      return { runId: advanced, ...(vote === undefined ? {} : { vote: countsOf(vote) }) };
    };
    const write = caller.writePart ?? ((_part, work) => transaction(deps.db, work));
    const results: Result[] = [];
    // A UUID in capitals is the same task.
    for (const taskId of new Set(request.taskIds.map((id) => id.toLowerCase()))) {
      results.push(await resultOf(taskId, () => write(taskId, (tx) => decide(tx, taskId))));
    }
    const decided = results.filter((result) => result.decided).length;
    return caller.write(async () => ({ results, decided, refused: results.length - decided }));
  };
};

/** A decision that counts: the run after it and, of a vote, what the votes decide. */
type Counted = Pick<Result, 'vote'> & { readonly runId: RunId };
type Result = Awaited<ReturnType<UseCase<'decideTasks'>>>['results'][number];

const countsOf = ({ result, approvals, rejections, quorum }: RecordedVote) => ({
  result,
  approvals,
  rejections,
  quorum,
});

async function resultOf(taskId: string, work: () => Promise<Counted>): Promise<Result> {
  try {
    return { taskId, decided: true, ...(await work()) };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const { id, status, detail, errors } = error;
    return {
      taskId,
      decided: false,
      error: {
        id,
        status,
        code: errorCatalogue[id].code,
        detail,
        ...(errors === undefined || errors.length === 0 ? {} : { errors: errors.map((one) => ({ ...one })) }),
      },
    };
  }
}
