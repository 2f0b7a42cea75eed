import type { TaskActions } from '@millrace/contract';
import { hasVoted } from '@millrace/engine';
import { principalId } from '../../use-case/caller.js';
import type { DelegationRow } from '../records/delegations/delegations.js';
import type { Addressee } from '../records/inbox/inbox-part.js';
import type { InboxRow } from '../records/inbox/inbox-rows.js';
import { isOwn } from '../tasks/task-access.js';
import { isResumable } from '../tasks/task-actions.js';
import type { InboxScope } from './inbox-scopes.js';

/** A delegation with the names by which tasks name its person: the user id and the ids of the clients (D151). */
export interface NamedDelegation extends DelegationRow {
  readonly personNames: readonly string[];
}

/** Whom the tasks are for that are assigned to a person for whom the caller is a substitute. */
export const delegatedOwn = (delegations: readonly NamedDelegation[]): readonly Addressee[] =>
  delegations.flatMap(({ personNames, workflowIds }) =>
    personNames.map((key) => ({ kind: 'assignee' as const, key, workflowIds })),
  );

/** Whom the tasks are for that such a person may take. */
export const delegatedTeam = (
  { subProject }: InboxScope,
  delegations: readonly NamedDelegation[],
): readonly Addressee[] =>
  delegations.flatMap(({ personId, personNames, workflowIds }) => [
    ...personNames.map((key) => ({ kind: 'user' as const, key, workflowIds })),
    ...(subProject.members.get(personId) ?? []).map((key) => ({ kind: 'group' as const, key, workflowIds })),
  ]);

/** For whom a task is in an inbox, and whether that person could decide it as far as a list knows. */
export function delegatedTask(
  scope: InboxScope,
  delegations: readonly NamedDelegation[],
  row: InboxRow,
): { readonly onBehalfOf: string | null; readonly decide?: boolean } {
  if (row.state !== 'OPEN') return { onBehalfOf: row.onBehalfOf };
  const { subProject, tasks, calls } = scope;
  if (isOwn(subProject, tasks, row)) return { onBehalfOf: null };
  const roles = (personId: string) => subProject.members.get(personId) ?? [];
  const found = delegations.find(
    ({ personId, personNames, workflowIds }) =>
      (workflowIds === null || workflowIds.includes(row.workflowId)) &&
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
