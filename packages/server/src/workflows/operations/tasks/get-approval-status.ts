import { operations } from '@millrace/contract';
import { hasVoted } from '@millrace/engine';
import { transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { votersOf } from '../../tasks/check-vote.js';
import { fieldsReadOn } from '../../tasks/fields-read-on.js';
import { findTaskWithVotes } from '../../tasks/find-task-with-votes.js';
import { presentTask } from '../../tasks/present-task.js';
import { bothOf, userNamesOf } from '../../tasks/user-names.js';
import { ToldObstacles } from '../../votes/told-obstacles.js';

/**
 * Shows the votes on a task, how many approvals are still needed, who can still vote, and which candidates are excluded.
 *
 * @throws CatalogueError 1202, 1205, 1200 (404) for an unknown task, 1210, 1009 when the task has no votes
 */
export const getApprovalStatus =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'userNames' | 'peopleById'>): UseCase<'getApprovalStatus'> =>
  async (caller, { subProjectId, taskId }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getApprovalStatus);
    return transaction(
      deps.db,
      async (tx) => {
        const { task, approval } = await findTaskWithVotes(tx, subProject, access, taskId);
        const { workflowKey } = task;
        const userId = principalId(caller.principal);
        const judged = [...(await votersOf(tx, deps, { subProject, workflowKey, task, userId })).values()];
        const fields = await fieldsReadOn(tx, subProject, caller.principal, task.processId);
        const told = new ToldObstacles(userId, fields, approval.separation);
        const votes = task.votes ?? [];
        const isOpen = task.state === 'OPEN';
        const possible = judged.filter((one) => told.heard(one).length === 0).map(({ person }) => person);
        const left = possible.filter(({ userId: id }) => !hasVoted(votes, id));
        const excluded = judged.filter((one) => {
          const heard = told.heard(one);
          return heard.length > 0 && heard.every(({ rule }) => rule === 'separation' || rule === 'disabled');
        });
        const shown = presentTask(task, (by) => fields.all || by === userId);
        const needed = Math.max(0, approval.quorum - (shown.approval?.approvals ?? 0));
        return {
          task: shown,
          needed: isOpen ? needed : 0,
          canVote: isOpen ? left.map(({ userId: id, name }) => ({ id, name })) : [],
          reachable: !isOpen || left.length >= needed,
          excluded: excluded.map((one) => ({
            id: one.person.userId,
            name: one.person.name,
            reasons: [...told.told(one)],
          })),
          names: await userNamesOf(deps, tx, [...task.candidateUsers, ...votes.flatMap(bothOf)]),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };
