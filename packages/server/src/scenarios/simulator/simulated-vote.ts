import { operations } from '@millrace/contract';
import type { Command, Variables, VoteOutcome } from '@millrace/engine';
import { authorize } from '../../access/authorize.js';
import { mayNotCall } from '../../kernel/errors/access-errors.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import type { NewTask } from '../../workflows/records/write-tasks.js';
import { accessToWorkflow } from '../../workflows/run/run-access.js';
import { refuseVote } from '../../workflows/tasks/refuse-vote.js';
import { isCandidate } from '../../workflows/tasks/task-access.js';
import { excludedByFields, explainSeparation } from '../../workflows/votes/separation.js';
import type { SimulatedRun } from './simulated-run.js';

/** What a person says in a vote. */
export interface SimulatedVote {
  readonly outcome: VoteOutcome;
  readonly reason: string | undefined;
  readonly payload: Variables;
}

/**
 * Checks that a person may vote on a task: as a candidate whom no rule of separation excludes. Who set a field is known to servers
 * only, and so are row filters.
 *
 * @throws CatalogueError 1209 when the person may not
 */
export function requireVoter(
  { subProject, principal }: { readonly subProject: SubProject; readonly principal: UserPrincipal },
  run: SimulatedRun,
  task: NewTask,
  fields: Readonly<Record<string, unknown>>,
): void {
  const { grant, denied } = operations.castVote.permission;
  const access = accessToWorkflow(authorize(principal, subProject, grant, denied), run.workflowKey);
  const isMember = subProject.members.has(principal.userId);
  const row = { ...task, ...run.identity, runId: run.identity.id, form: null, votes: null };
  if (!isMember || !isCandidate(subProject, access, row))
    throw mayNotCall('The caller is not a candidate of the task.');
  const excluded = [
    ...(run.startedBy === undefined ? [] : [{ rule: 'starter', person: run.startedBy }]),
    ...run.decided.map(({ elementId, person }) => ({ rule: `task:${elementId}`, person })),
    ...excludedByFields(task.approval?.separation ?? [], fields),
  ];
  const rule = excluded.find(
    (one) => one.person === principal.userId && task.approval?.separation.includes(one.rule) === true,
  )?.rule;
  if (rule !== undefined) {
    throw mayNotCall(`The caller may not vote: the caller ${explainSeparation(rule)} (separation "${rule}").`);
  }
}

/** The command of a vote. @throws CatalogueError when the diagram does not allow it */
export function voteCommand(by: string, task: NewTask, { outcome, reason, payload }: SimulatedVote): Command {
  if (task.approval !== null) refuseVote(task.approval, { outcome, reason, fileIds: [] });
  const given = reason === undefined ? {} : { reason };
  return { type: 'vote', key: task.elementKey, by, outcome, ...given, variables: payload };
}
