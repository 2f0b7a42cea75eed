import { operations, type TaskActions, type WorkflowRun } from '@millrace/contract';
import type { Queryable } from '../../postgres/database.js';
import { coverage, rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller } from '../../use-case/caller.js';
import type { HeldDelegation } from '../delegations/held-delegation.js';
import { findRun } from '../records/find-run.js';
import { findInboxRows } from '../records/inbox/inbox-rows.js';
import type { RunRow } from '../records/run-row.js';
import { hasEnded } from '../run/advance-run.js';
import { nothingAllowed, taskActions } from '../tasks/task-actions.js';
import { delegatedTask, withDecision } from './delegated-tasks.js';
import { accessOrNone } from './inbox-scopes.js';
import { readsNothing } from './present-inbox.js';

/** What a caller may do with tasks that it sees: one statement for all of them, none where no role calls workflows. */
export async function allowedOnTasks(
  db: Queryable,
  subProject: SubProject,
  caller: Caller,
  { ids, delegations }: { readonly ids: readonly string[]; readonly delegations: readonly HeldDelegation[] },
): Promise<(id: string) => TaskActions> {
  const calls = accessOrNone(subProject, caller, operations.claimTask);
  const tasks = accessOrNone(subProject, caller, operations.getTasks);
  if (calls === undefined || tasks === undefined || ids.length === 0) return () => nothingAllowed;
  const part = { subProjectId: subProject.id, ids, ...readsNothing, calledBy: coverage(subProject, calls) };
  const rows = await findInboxRows(db, [part]);
  const allowed = new Map(
    rows.map((task) => {
      const { calledBy, workflowKey, runStatus } = task;
      const allowed = taskActions({ subProject, calls, calledBy, workflowKey, runStatus, task });
      return [task.id, withDecision(allowed, delegatedTask({ subProject, tasks, calls }, delegations, task).decide)];
    }),
  );
  return (id) => allowed.get(id) ?? nothingAllowed;
}

/** What a caller may do with a run that it sees. */
export async function allowedOnRun(
  db: Queryable,
  subProject: SubProject,
  caller: Caller,
  run: RunRow,
  hasOpenIncident: boolean,
): Promise<NonNullable<WorkflowRun['allowed']>> {
  const operates = accessOrNone(subProject, caller, operations.cancelWorkflowRun);
  const isOperable =
    operates !== undefined &&
    !hasEnded(run.status) &&
    (await findRun(db, run, rowCondition(subProject, operates)))?.covered === true;
  return { cancel: isOperable, modify: isOperable, retry: isOperable && hasOpenIncident };
}
