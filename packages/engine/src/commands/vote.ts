import { describe, openTask } from '../element/user-task.js';
import { CHANGES_REQUESTED_CODE, type UserTaskNode } from '../model/node.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import { attempt, Failure } from '../run/core/failure.js';
import { raiseIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { findCatcher, throwCode } from '../run/events/errors.js';
import { type Ballot, countVotes, hasVoted, lacksReason, resultOf } from '../state/ballot.js';
import { findOpenTask, finishTask } from './complete-task.js';

type VoteCommand = Extract<Command, { type: 'vote' }>;

const changesRequested = { type: 'error', code: CHANGES_REQUESTED_CODE } as const;

/** Records a vote on an open task, and closes the task when the result is certain or the quorum can no longer be reached. */
export function vote(run: Run, command: VoteCommand): void {
  const { inst, node } = findOpenTask(run, command.key);
  const { ballot } = inst;
  if (ballot === undefined) {
    throw new CommandRejected('cannot-vote', `${inst.el} is decided by one person and has no votes: complete it`);
  }
  refuse(run, inst, ballot, command);
  const { by, onBehalfOf, outcome, reason, variables, remaining } = command;
  const given = {
    by,
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    outcome,
    ...(reason === undefined ? {} : { reason }),
  };
  const entered = Object.keys(variables).length === 0 ? {} : { vars: variables };
  const counted: Ballot = { ...ballot, votes: [...ballot.votes, { ...given, ...entered }] };
  const result = resultOf(counted, remaining);
  inst.ballot = counted;
  const approvals = countVotes(counted.votes, 'approve');
  const rejections = countVotes(counted.votes, 'reject');
  const { quorum } = ballot;
  run.emit({
    type: 'voteRecorded',
    key: inst.key,
    elementId: inst.el,
    ...given,
    approvals,
    rejections,
    quorum,
    result,
  });
  run.history('voted', inst, inst.el, `${outcome}: ${approvals} of ${quorum} approvals, ${rejections} rejections`);
  if (result !== 'open') close(run, inst, node, counted, result);
}

/** @throws CommandRejected when the person has voted, or the vote does not fit the task */
function refuse(run: Run, inst: Instance, ballot: Ballot, command: VoteCommand): void {
  const { by, onBehalfOf = by } = command;
  const voted = [by, onBehalfOf].find((person) => hasVoted(ballot.votes, person));
  if (voted !== undefined) throw new CommandRejected('already-voted', `${voted} has voted on ${inst.el} already`);
  if (command.outcome === 'requestChanges' && !mayRequestChanges(run, inst)) {
    throw new CommandRejected(
      'cannot-request-changes',
      `the diagram does not say what follows when changes are requested at ${inst.el}`,
    );
  }
  if (lacksReason(ballot.reason, command)) {
    throw new CommandRejected('reason-missing', `this vote on ${inst.el} needs a reason`);
  }
}

/** Whether an event of the diagram catches a request for changes: on the task or around it, for exactly this code. */
export function mayRequestChanges(run: Run, inst: Instance): boolean {
  return findCatcher(run, inst, changesRequested, true) !== null;
}

export function close(
  run: Run,
  inst: Instance,
  node: UserTaskNode,
  { votes }: Ballot,
  result: 'approved' | 'rejected' | 'changesRequested',
): void {
  delete inst.ballot;
  const entered = Object.assign({}, ...votes.map(({ vars }) => vars ?? {}));
  const variables = { ...entered, votes: votes.map(({ vars: _, ...cast }) => cast) };
  if (result !== 'changesRequested') {
    finishTask(run, inst, node, { variables, approved: result === 'approved' });
    return;
  }
  delete inst.task;
  run.emit({ type: 'closeTask', key: inst.key, outcome: 'completed' });
  const wanted = votes.at(-1)?.reason ?? null;
  throwCode(run, inst, changesRequested, { ...variables, changesRequested: wanted }, true);
}

/** The server has counted who can vote: the task opens, or it is an incident when they are fewer than the quorum. */
export function votersResolved(run: Run, command: Extract<Command, { type: 'votersResolved' }>): void {
  const inst = run.tree.find(command.key);
  const node = inst?.call === true ? run.nodeOf(inst) : null;
  if (inst === undefined || node?.kind !== 'userTask') {
    throw new CommandRejected('no-such-call', `the run has no open question for voters ${command.key}`);
  }
  if (node.approval?.matrix != null && inst.approvers === undefined) {
    throw new CommandRejected('no-such-call', `${inst.el} waits for its matrix, not for voters`);
  }
  delete inst.call;
  const outcome = attempt(() => {
    const { approval = null, ...task } = describe(run, inst, node);
    if (approval === null) throw new Failure('expression', 'the task has no votes in this version of the diagram');
    const { possible, details } = command;
    if (possible < approval.quorum) throw new Failure('unapprovable', tooFew(possible, approval.quorum, details));
    return { ...task, approval: { ...approval, changes: mayRequestChanges(run, inst) } };
  });
  if (outcome instanceof Failure) {
    // A retry asks the matrix again, with the values of that moment.
    delete inst.approvers;
    raiseIncident(run, inst, outcome, 'again');
  } else openTask(run, inst, outcome);
}

function tooFew(possible: number, quorum: number, details: string | undefined): string {
  const count = `${quorum} ${quorum === 1 ? 'approval is' : 'approvals are'} needed, and ${possible} ${possible === 1 ? 'person' : 'persons'} can vote`;
  return details === undefined ? count : `${count}: ${details}`;
}
