import { type Command, CommandRejected } from '../protocol/command.js';
import { continueCompensation } from '../run/control-flow/compensation.js';
import { fireIfFull } from '../run/control-flow/joins.js';
import { attempt, Failure } from '../run/core/failure.js';
import { raise, resolve } from '../run/core/incidents.js';
import type { Live, Run } from '../run/core/run.js';
import { activate, complete } from '../run/lifecycle/lifecycle.js';
import { propagate } from '../run/variables/variables.js';
import { restoreDecision } from './complete-task.js';

/** Closes the incident and does again what it stopped; if that fails again, there is a new incident. */
export function retryIncident(run: Run, command: Extract<Command, { type: 'retryIncident' }>): void {
  const inst = run.items.find((item) => item.incident?.key === command.key);
  if (inst?.incident === undefined) {
    throw new CommandRejected('no-such-incident', `the run has no open incident ${command.key}`);
  }
  const { redo } = inst.incident;
  resolve(run, inst);
  if (command.variables !== undefined) propagate(run, inst, command.variables);
  const node = run.nodeOf(inst);
  switch (redo) {
    case 'in':
      activate(run, inst, node);
      return;
    case 'again': {
      const behaviour = run.mechanics.behaviourOf(node);
      const outcome = attempt(() => behaviour.again?.(run, inst, node, command.retries));
      if (outcome instanceof Failure) raise(run, inst, outcome, 'again');
      return;
    }
    case 'out':
      if (node.kind === 'userTask') restoreDecision(run, inst);
      complete(run, inst, node);
      return;
    case 'wait':
      run.conditionsDue = true;
      return;
    case 'join':
      // The joins are looked at again before the step ends.
      return;
    case 'spin':
      goOn(run, inst);
  }
}

function goOn(run: Run, inst: Live): void {
  if (inst.loop !== undefined) run.push(inst, { do: 'loop', scope: inst.key });
  else if (inst.got !== undefined) fireIfFull(run, inst);
  else if (inst.undoing !== undefined) continueCompensation(run, inst);
  else activate(run, inst, run.nodeOf(inst));
}
