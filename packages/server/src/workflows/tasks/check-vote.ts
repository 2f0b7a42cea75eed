import { type Command, hasVoted } from '@millrace/engine';
import { mayNotCall } from '../../kernel/errors/access-errors.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { findProcess } from '../../processes/records/processes/find-process.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Principal, principalId } from '../../use-case/caller.js';
import type { TaskRow } from '../records/tasks/task-row.js';
import type { RunDeps } from '../run/run-deps.js';
import { type Judged, judgeVoters, MOST_PEOPLE } from '../votes/electorate.js';
import { explainObstacle } from '../votes/explain-obstacle.js';
import { ToldObstacles } from '../votes/told-obstacles.js';
import { isOnlyNoCandidate, mayNotActFor, othersNamed, personsActedFor } from './acting-for.js';
import { fieldsReadOn } from './fields-read-on.js';
import { type GivenVote, refuseVote } from './refuse-vote.js';

/** A vote as somebody asked for it. */
export interface AskedVote extends GivenVote {
  readonly principal: Principal;
  readonly subProject: SubProject;
  readonly workflowKey: string;
  readonly task: TaskRow;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The person for whom the caller votes as a substitute. */
  readonly onBehalfOf: string | undefined;
}

/**
 * Judges a vote with the run and its process locked: who may vote is decided here and nowhere before, so that two tasks of one run
 * cannot both be decided by a person whom the diagram keeps apart, also at the same instant, and nobody sets an amount and approves
 * it at the same instant.
 *
 * @throws CatalogueError 1209 when the caller may not vote, 1009 when the caller has voted, and as {@link refuseVote}
 */
export async function checkVote(
  tx: Transaction,
  deps: Pick<RunDeps, 'peopleById' | 'now'>,
  asked: AskedVote,
): Promise<Extract<Command, { readonly type: 'vote' }>> {
  const { principal, subProject, workflowKey, task, outcome, reason, variables, fileIds } = asked;
  const { approval, votes } = task;
  if (approval === null) throw new Error(`the task ${task.id} has no votes`);
  const by = principalId(principal);
  const judged = await votersOf(tx, deps, { subProject, workflowKey, task, userId: by });
  const own = judged.get(by);
  if (own === undefined) throw mayNotCall('The caller may not vote: the caller is unknown.');
  if (isOnlyNoCandidate(own) && hasVoted(votes ?? [], by)) {
    throw conflict('The caller has voted on this task already, or a substitute for the caller. A vote is not changed.');
  }
  const person = await requireVoter(tx, deps, asked, own);
  refuseVote(approval, { outcome, reason, fileIds });
  const possible = [...judged.values()].filter((one) => one.obstacles.length === 0);
  const remaining = possible.filter(
    ({ person: { userId } }) => userId !== by && userId !== person && !hasVoted(votes ?? [], userId),
  ).length;
  return {
    type: 'vote',
    key: task.elementKey,
    by,
    ...(person === undefined ? {} : { onBehalfOf: person }),
    outcome,
    ...(reason === undefined ? {} : { reason }),
    variables,
    // Of more people than are looked at, nobody knows how many can still vote.
    ...(judged.size < MOST_PEOPLE ? { remaining } : {}),
  };
}

/**
 * The person for whom the caller votes; undefined: for oneself. Only who is no candidate votes for somebody else: a candidate would
 * use up two votes, and could make the quorum impossible with an approval.
 *
 * @throws CatalogueError 1209
 */
async function requireVoter(
  tx: Transaction,
  deps: Pick<RunDeps, 'peopleById' | 'now'>,
  { principal, subProject, workflowKey, task, ...asked }: AskedVote,
  own: Judged,
): Promise<string | undefined> {
  const personId = othersNamed(principal, asked.onBehalfOf);
  if (own.obstacles.length === 0) {
    if (personId === undefined) return undefined;
    throw mayNotCall('The caller may vote on this task as oneself, and has one vote.');
  }
  if (isOnlyNoCandidate(own)) {
    const question = { subProject, workflowKey, task, principal, personId, isDeciding: true };
    const [first] = await personsActedFor(tx, deps, question);
    if (first !== undefined) return first.person.userId;
    if (personId !== undefined) throw mayNotActFor();
  }
  const fields = await fieldsReadOn(tx, subProject, principal, task.processId);
  const heard = new ToldObstacles(own.person.userId, fields, task.approval?.separation ?? []).heard(own);
  throw mayNotCall(`The caller may not vote: ${heard.map(explainCaller).join('; ')}.`);
}

/** The task of a question, and a person who is judged in any case. */
export interface VotersQuestion {
  readonly subProject: SubProject;
  readonly workflowKey: string;
  readonly task: TaskRow;
  readonly userId: string;
}

/** Judges everybody who could vote on a task that is stored, and one person in any case. */
export async function votersOf(
  db: Transaction,
  { peopleById }: Pick<RunDeps, 'peopleById'>,
  { subProject, workflowKey, task, userId }: VotersQuestion,
): Promise<ReadonlyMap<string, Judged>> {
  const process = await findProcess(db, subProject.id, task.processId);
  if (process === undefined) throw new Error(`the process ${task.processId} of task ${task.id} does not exist`);
  const { candidateGroups, candidateUsers, runId } = task;
  const separation = task.approval?.separation ?? [];
  return judgeVoters(db, peopleById, {
    subProject,
    workflowKey,
    runId,
    process,
    candidateGroups,
    candidateUsers,
    separation,
    userIds: [userId],
  });
}

const explainCaller = (obstacle: Judged['obstacles'][number]): string => `the caller ${explainObstacle(obstacle)}`;
