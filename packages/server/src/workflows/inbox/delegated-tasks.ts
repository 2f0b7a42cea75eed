import type { TaskActions } from '@millrace/contract';
import { hasVoted } from '@millrace/engine';
import { principalId } from '../../use-case/caller.js';
import type { Delegated } from '../delegations/addressees.js';
import type { InboxRow } from '../records/inbox/inbox-rows.js';
import { isOwn } from '../tasks/task-access.js';
import { isResumable } from '../tasks/task-actions.js';
import type { InboxScope } from './inbox-scopes.js';

/** For whom a task is in an inbox, and whether that person could decide it as far as a list knows. */
export function delegatedTask(
  scope: Pick<InboxScope, 'subProject' | 'tasks' | 'calls'>,
  delegations: readonly Delegated[],
  row: InboxRow,
): { readonly onBehalfOf: string | null; readonly decide?: boolean } {
  if (row.state !== 'OPEN') return { onBehalfOf: row.onBehalfOf };
  const { subProject, tasks, calls } = scope;
  if (isOwn(subProject, tasks, row)) return { onBehalfOf: null };
  const roles = (personId: string) => subProject.members.get(personId) ?? [];
  const found = delegations.find(
    ({ personId, personNames, workflowIds, taskIds }) =>
      (workflowIds === null || workflowIds.includes(row.workflowId)) &&
      (taskIds === null || taskIds.includes(row.id)) &&
      (row.assignee === null
        ? row.candidateUsers.some((name) => personNames.includes(name)) ||
          row.candidateGroups.some((group) => roles(personId).includes(group))
        : personNames.includes(row.assignee)),
  );
  if (found === undefined) return { onBehalfOf: null };
  const { personId } = found;
  const voters = [personId, principalId(tasks.principal)];
  const isCalling = roles(personId).some((name) => subProject.roles.get(name)?.call?.has(row.workflowKey) === true);
  return {
    onBehalfOf: personId,
    decide:
      isResumable({ ...row, subProject, calls, task: row }) &&
      isCalling &&
      !voters.some((person) => hasVoted(row.votes ?? [], person)),
  };
}

/** What a list says that may be done with a task that is there for somebody else. */
export const withDecision = (allowed: TaskActions, decide: boolean | undefined): TaskActions =>
  decide === undefined ? allowed : { ...allowed, decide: allowed.decide || decide };
