import { operations } from '@millrace/contract';
import { authorize } from '../../../access/authorize.js';
import { requireUser } from '../../../access/require-user.js';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../../kernel/errors/catalogue-error.js';
import { conflict, invalidValue } from '../../../kernel/errors/request-errors.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { Transaction } from '../../../postgres/database.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { UseCase } from '../../../use-case/caller.js';
import { findTask } from '../../records/tasks/find-tasks.js';
import type { TaskRow } from '../../records/tasks/task-row.js';
import { reassignTask } from '../../records/write-tasks.js';
import { accessToWorkflow } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { auditAssignment } from '../../tasks/audit-assignment.js';
import { presentTask } from '../../tasks/present-task.js';
import { findVisibleTask, isAssignee, isCandidate, isOperator, refuseHolding } from '../../tasks/task-access.js';

/**
 * Gives an open task to somebody who can see and complete it. Its assignee may do this, a candidate of an unassigned task, and
 * an operator. Giving it to the person who has it changes nothing.
 *
 * @throws CatalogueError 1200 (404) for an unknown task, 1209 when it is not the caller's to give, 1210, 1232 for somebody who
 * could not complete it, 1009 when it is no longer open or was given to somebody meanwhile
 */
export const assignTask =
  (deps: Pick<WorkflowDeps, 'subProjects' | 'findUser'>): UseCase<'assignTask'> =>
  async (caller, { subProjectId, taskId, assignee, note }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.assignTask);
    const user = requireUser(caller.principal, operations.assignTask);
    return caller.write(async (tx) => {
      const { task, access: narrowed } = await findVisibleTask(tx, subProject, access, taskId);
      refuseHolding(task);
      const owns = isAssignee(user, task) || (task.assignee === null && isCandidate(subProject, access, task));
      if (!owns && !isOperator(narrowed)) {
        throw mayNotCall('Its assignee, a candidate of an unassigned task or an operator may give a task to somebody.');
      }
      await requireAble(tx, deps, subProject, task, assignee);
      if (task.state === 'OPEN' && task.assignee === assignee) return { task: presentTask(task) };
      const given = await reassignTask(tx, { subProjectId: subProject.id, id: task.id }, task.assignee, assignee);
      if (given === undefined) throw conflict('The task is no longer open, or somebody else got it meanwhile.');
      auditAssignment(tx, caller, subProject.id, 'task.assign', task, given, note);
      return { task: presentTask(given) };
    });
  };

/** @throws CatalogueError 1232 unless the user may see the task and complete it */
async function requireAble(
  tx: Transaction,
  deps: Pick<WorkflowDeps, 'findUser'>,
  subProject: SubProject,
  task: TaskRow & { readonly workflowKey: string },
  userId: string,
): Promise<void> {
  if (await isAble(tx, deps, subProject, task, userId)) return;
  const detail = 'This user cannot see and complete the task; getUsersForProcess lists users of the process.';
  throw invalidValue('The task cannot be given to this user.', [{ pointer: '/assignee', detail }]);
}

async function isAble(
  tx: Transaction,
  { findUser }: Pick<WorkflowDeps, 'findUser'>,
  subProject: SubProject,
  task: TaskRow & { readonly workflowKey: string },
  userId: string,
): Promise<boolean> {
  const user = isUuid(userId) ? await findUser(tx, userId) : undefined;
  if (user === undefined) return false;
  try {
    const { grant: read, denied: unread } = operations.getTask.permission;
    const { grant: call, denied: uncalled } = operations.resumeWorkflowRunsApi.permission;
    const reads = authorize(user, subProject, read, unread);
    const calls = accessToWorkflow(authorize(user, subProject, call, uncalled), task.workflowKey);
    const key = { subProjectId: subProject.id, id: task.id };
    const seen = await findTask(tx, key, rowCondition(subProject, reads));
    const callable = await findTask(tx, key, rowCondition(subProject, calls));
    return seen?.covered === true && callable?.covered === true;
  } catch (error) {
    if (error instanceof CatalogueError) return false;
    throw error;
  }
}
