import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Addressee } from '../records/inbox/inbox-part.js';
import type { HeldDelegation } from './held-delegation.js';

/** What is said of the tasks of a delegation: those of workflows, and those for which its condition is true. */
export type Delegated = Pick<HeldDelegation, 'personId' | 'personNames' | 'workflowIds' | 'taskIds'>;

/** Whom the tasks are for that are assigned to a person for whom the caller is a substitute. */
export const delegatedOwn = (delegations: readonly Delegated[]): readonly Addressee[] =>
  delegations.flatMap(({ personNames, workflowIds, taskIds }) =>
    personNames.map((key) => ({ kind: 'assignee' as const, key, workflowIds, taskIds })),
  );

/** Whom the tasks are for that such a person may take. */
export const delegatedTeam = (subProject: SubProject, delegations: readonly Delegated[]): readonly Addressee[] =>
  delegations.flatMap(({ personId, personNames, workflowIds, taskIds }) => [
    ...personNames.map((key) => ({ kind: 'user' as const, key, workflowIds, taskIds })),
    ...(subProject.members.get(personId) ?? []).map((key) => ({ kind: 'group' as const, key, workflowIds, taskIds })),
  ]);

/** Whom the tasks of a delegation are for, whatever its condition. */
export const addresseesOf = (subProject: SubProject, row: Omit<Delegated, 'taskIds'>): readonly Addressee[] => {
  const all = [{ ...row, taskIds: null }];
  return [...delegatedOwn(all), ...delegatedTeam(subProject, all)];
};
