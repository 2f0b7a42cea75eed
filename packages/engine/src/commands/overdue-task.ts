import { beginTaskListeners } from '../element/user-task-listeners.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import type { Run } from '../run/core/run.js';
import { findOpenTask, finishTask } from './complete-task.js';
import { close } from './vote.js';

/** Gives an open task to others. Votes that were cast stay, and nobody loses the right to vote by this command alone. */
export function escalateTask(run: Run, { key, change, message }: Extract<Command, { type: 'escalateTask' }>): void {
  const { inst } = findOpenTask(run, key);
  run.emit({ type: 'updateTask', key: inst.key, change });
  run.history('escalated', inst, inst.el, message);
}

/** Rejects a task that nobody decided in time, as a person's rejection would. A listener of its completion may still send that back. */
export function expireTask(run: Run, { key, message }: Extract<Command, { type: 'expireTask' }>): void {
  const { inst, node } = findOpenTask(run, key);
  // Completing another task would carry the run on: a silent yes.
  if (!node.decision) throw new CommandRejected('cannot-expire', `${inst.el} is no decision, so it cannot be rejected`);
  run.history('expired', inst, inst.el, message);
  if (inst.ballot !== undefined) close(run, inst, node, inst.ballot, 'rejected');
  else if (!beginTaskListeners(run, inst, node, 'completing', { vars: {}, approved: false }))
    finishTask(run, inst, node, { variables: {}, approved: false });
}
