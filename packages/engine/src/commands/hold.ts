import { type Command, CommandRejected, type HeldCommand } from '../protocol/command.js';
import { Failure } from '../run/core/failure.js';
import { holdWork, releaseHeld, stands, takeReady } from '../run/core/held-work.js';
import type { Run } from '../run/core/run.js';
import { deliverSignal } from '../run/events/signals.js';
import { nextFiringFailure, trigger } from '../run/events/triggers.js';
import { activate } from '../run/lifecycle/lifecycle.js';
import { propagate } from '../run/variables/variables.js';
import { findWait, holdWait, isOpen, renewWait } from '../run/waits/waits.js';
import type { Held } from '../state/run-state.js';
import { endJob } from './job-commands.js';
import { openRoot } from './start.js';

type WaitCommand = Extract<HeldCommand, { type: 'fireTimer' | 'correlateMessage' }>;

/**
 * Turns a command into an incident of the kind `crash` without doing any of it.
 * @throws CommandRejected when the command does not fit the state
 */
export function hold(run: Run, { command, message }: Extract<Command, { type: 'hold' }>): void {
  run.isNote = true;
  switch (command.type) {
    case 'start': {
      const root = openRoot(run, command);
      holdWork(run, root, command.startElementId ?? root.el, { do: 'start' }, message);
      return;
    }
    case 'continue':
    case 'evaluateConditions': {
      // One incident says that the run stands still.
      const { root } = run.tree;
      if (!stands(run)) holdWork(run, root, root.el, { do: 'rest' }, message);
      return;
    }
    case 'fireTimer':
    case 'correlateMessage':
      holdEvent(run, command, message);
      return;
    case 'broadcastSignal':
      holdSignal(run, command, message);
      return;
    case 'failJob':
      endJob(run, command.key, new Failure('crash', message));
  }
}

function holdEvent(run: Run, command: WaitCommand, message: string): void {
  const found = findWait(run, command.key);
  const on = command.type === 'fireTimer' ? 'timer' : 'message';
  if (found === null || found.wait.on !== on || found.wait.held) {
    const reason = on === 'timer' ? 'no-such-timer' : 'no-such-subscription';
    throw new CommandRejected(reason, `the run has no open ${on} ${command.key}`);
  }
  const { inst, wait } = found;
  const variables = command.type === 'fireTimer' ? {} : command.variables;
  holdWait(run, inst, wait);
  holdWork(run, inst, wait.el, { do: 'wait', wait: wait.key, variables }, message);
}

function holdSignal(run: Run, command: Extract<HeldCommand, { type: 'broadcastSignal' }>, message: string): void {
  const { name, variables } = command;
  for (const inst of run.tree.instances) {
    const wait = inst.waits?.find(
      (candidate) => candidate.on === 'signal' && candidate.name === name && isOpen(candidate),
    );
    if (wait === undefined) continue;
    holdWork(run, inst, wait.el, { do: 'signal', name, variables }, message);
    return;
  }
}

/** Closes the incident of held work. What was held is done by the `continue` that this step asks for. */
export function retryHeld(
  run: Run,
  held: Held,
  variables: Extract<Command, { type: 'retryIncident' }>['variables'],
): void {
  run.isNote = true;
  if (variables !== undefined) propagate(run, run.tree.find(held.inst) ?? run.tree.root, variables);
  releaseHeld(run, held);
  run.emit({ type: 'scheduleContinue' });
}

/** Does the held work whose incidents were retried. Pending work and conditions follow as in every `continue`. */
export function performHeld(run: Run): void {
  for (const held of takeReady(run)) {
    if (run.ended !== null) return;
    perform(run, held);
  }
}

function perform(run: Run, held: Held): void {
  switch (held.do) {
    case 'start':
      activate(run, run.tree.root, run.nodeOf(run.tree.root));
      return;
    case 'rest':
      return;
    case 'wait': {
      const found = findWait(run, held.wait);
      if (found === null) return;
      const { inst, wait } = found;
      const failure = nextFiringFailure(run, wait);
      if (failure !== null) {
        holdWork(run, inst, wait.el, { do: 'wait', wait: wait.key, variables: held.variables }, failure);
        return;
      }
      trigger(run, inst, wait, held.variables);
      // A message at an event that does not interrupt: the event waits for the next one.
      if (run.isAlive(inst) && inst.waits?.some((open) => open.key === wait.key && isOpen(open)))
        renewWait(run, inst, wait.key);
      return;
    }
    case 'signal':
      deliverSignal(run, held.name, held.variables);
  }
}
