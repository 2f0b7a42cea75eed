import { operations } from '@millrace/contract';
import { hasVoted } from '@millrace/engine';
import { mayNotRead } from '../../../kernel/errors/access-errors.js';
import { namesNothing } from '../../../kernel/errors/request-errors.js';
import { transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { expiryOf } from '../../records/tasks/expiry-of.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { personsActedFor } from '../../tasks/acting-for.js';
import { votersOf } from '../../tasks/check-vote.js';
import { fieldsReadOn } from '../../tasks/fields-read-on.js';
import { findTaskWithVotes } from '../../tasks/find-task-with-votes.js';
import { ToldObstacles } from '../../votes/told-obstacles.js';

/**
 * Tells whether somebody may vote on a task now and, if not, every reason. It is judged as a vote is.
 *
 * @throws CatalogueError 1202, 1205 also when the question is about another person and no role of the caller operates or manages
 * members, 1200 (404) for an unknown task, 1200 for a user who is no member, 1210, 1009 when the task has no votes
 */
export const explainApproval =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'peopleById' | 'now'>): UseCase<'explainApproval'> =>
  async (caller, { subProjectId, taskId, userId }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.explainApproval);
    const own = principalId(caller.principal);
    const asked = userId ?? own;
    const mayAsk = access.unrestricted || access.roles.some((role) => role.operate || role.members !== undefined);
    if (asked !== own && !mayAsk) {
      throw mayNotRead('Asking about another person needs a role with operate or members.');
    }
    return transaction(
      deps.db,
      async (tx) => {
        const { task, approval } = await findTaskWithVotes(tx, subProject, access, taskId);
        const { workflowKey } = task;
        // Users of the installation who are no members are not told from ids of nobody.
        const isAnswered = asked === own || subProject.members.has(asked);
        const judged = isAnswered
          ? (await votersOf(tx, deps, { subProject, workflowKey, task, userId: asked })).get(asked)
          : undefined;
        if (judged === undefined) {
          throw namesNothing(`The sub-project has no member ${asked.slice(0, 100)}.`, '/userId');
        }
        const { person } = judged;
        const fields = await fieldsReadOn(tx, subProject, caller.principal, task.processId);
        const told = new ToldObstacles(own, fields, approval.separation);
        const expiry =
          task.state === 'OPEN' ? undefined : await expiryOf(tx, { subProjectId: subProject.id, id: task.id });
        const closed = expiry === undefined ? `The task is ${task.state}.` : `The task was rejected. ${expiry}.`;
        const reasons = [
          ...(task.state === 'OPEN' ? [] : [{ rule: 'closed' as const, text: closed }]),
          ...(hasVoted(task.votes ?? [], asked)
            ? [{ rule: 'voted' as const, text: `${person.name} has voted on this task already, or a substitute has.` }]
            : []),
          ...told.told(judged),
          ...told.untold(judged),
        ];
        // For whom somebody is a substitute is told to them only.
        const { principal } = caller;
        const question = { subProject, workflowKey, task, principal, isDeciding: false };
        const actedFor = asked === own && task.state === 'OPEN' ? await personsActedFor(tx, deps, question) : [];
        return {
          user: { id: person.userId, name: person.name },
          mayVote: reasons.length === 0,
          reasons,
          onBehalfOf: actedFor.map(({ person: { userId: id, name } }) => ({ id, name })),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };
