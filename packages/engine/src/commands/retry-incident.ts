import type { Node } from '../model/node.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import { continueCompensation } from '../run/control-flow/compensation.js';
import { fireIfReady } from '../run/control-flow/joins.js';
import { attempt, Failure } from '../run/core/failure.js';
import { raiseIncident, resolveIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { activate } from '../run/lifecycle/lifecycle.js';
import { listenersOf } from '../run/lifecycle/listeners.js';
import { applyInputs, propagate } from '../run/variables/variables.js';
import type { Variables } from '../state/run-state.js';
import { restoreDecision } from './complete-task.js';
import { retryHeld } from './hold.js';
import { finish, resumeListeners } from './listener-commands.js';

/** Closes the incident and repeats what failed. If that fails again, there is a new incident. */
export function retryIncident(run: Run, command: Extract<Command, { type: 'retryIncident' }>): void {
  const held = run.held.find((item) => item.key === command.key && item.ready !== true);
  if (held !== undefined) {
    retryHeld(run, held, command.variables);
    return;
  }
  const inst = run.tree.instances.find((item) => item.incident?.key === command.key);
  if (inst?.incident === undefined) {
    throw new CommandRejected('no-such-incident', `the run has no open incident ${command.key}`);
  }
  const { redo } = inst.incident;
  resolveIncident(run, inst);
  if (command.variables !== undefined) propagate(run, inst, command.variables);
  const node = run.nodeOf(inst);
  switch (redo) {
    case 'in':
      activate(run, inst, node);
      return;
    case 'again': {
      if (inst.listens !== undefined) {
        resumeListeners(run, inst, node, command.retries);
        return;
      }
      const behaviour = run.delegates.behaviourOf(node);
      const outcome = attempt(() => {
        correctInputs(run, inst, node, command.variables);
        behaviour.retry?.(run, inst, node, command.retries);
      });
      if (outcome instanceof Failure) raiseIncident(run, inst, outcome, 'again');
      return;
    }
    case 'out':
      if (node.kind === 'userTask') restoreDecision(run, inst);
      finish(run, inst, node);
      return;
    case 'wait':
      run.conditionsDue = true;
      return;
    case 'join':
      // Other joins are evaluated before the step ends.
      if (node.kind === 'complexGateway') fireIfReady(run, inst, node);
      return;
    case 'spin':
      resumeWork(run, inst);
  }
}

/**
 * Evaluates the input mappings again, so that what the work reads follows from the corrected variables. A target that was corrected
 * itself stays. Not of an ad-hoc sub-process, which is open already, nor after start listeners, which may have set the targets.
 * @throws ExpressionError before anything is set
 */
function correctInputs(run: Run, inst: Instance, node: Node, corrected: Variables | undefined): void {
  if (corrected === undefined || node.kind === 'adHocSubProcess' || listenersOf(node, 'start').length > 0) return;
  applyInputs(
    run,
    inst,
    node.inputs.filter(({ target: [name = ''] }) => !Object.hasOwn(corrected, name)),
  );
}

function resumeWork(run: Run, inst: Instance): void {
  if (inst.loop !== undefined) run.tree.push(inst, { do: 'loop', scope: inst.key });
  else if (inst.got !== undefined) fireIfReady(run, inst);
  else if (inst.undoing !== undefined) continueCompensation(run, inst);
  else activate(run, inst, run.nodeOf(inst));
}
