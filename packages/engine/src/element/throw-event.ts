import type { EndEventNode, SendTaskNode, ThrowAction, ThrowEventNode, Value } from '../model/node.js';
import { beginCompensation } from '../run/control-flow/compensation.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { throwCode } from '../run/events/errors.js';
import { throwSignal } from '../run/events/signals.js';
import { cancelContents, complete } from '../run/lifecycle/lifecycle.js';
import { decisionOf } from '../run/variables/branch-decision.js';
import { optionalText, textOf } from '../run/variables/evaluate.js';
import { ScopeView } from '../run/variables/scope-view.js';
import { openJob } from '../run/waits/jobs.js';

type ThrowingNode = ThrowEventNode | EndEventNode | SendTaskNode;

/** Intermediate throw events, end events, and send tasks without a job, which publish their message. */
export const throwEvent: Behaviour<ThrowingNode> = {
  enter(run, inst, node) {
    performAction(run, inst, node, node.action);
  },
  retry(run, inst, node, retries) {
    if (node.action.type === 'job') openJob(run, inst, node, node.action.job, retries);
  },
};

function performAction(run: Run, inst: Instance, node: ThrowingNode, action: ThrowAction): void {
  switch (action.type) {
    case 'none':
      complete(run, inst, node);
      return;
    case 'job':
      openJob(run, inst, node, action.job);
      return;
    case 'message':
      publish(run, inst, action.name, action.correlationKey);
      complete(run, inst, node);
      return;
    case 'signal': {
      const name = textOf(run, action.name, new ScopeView(run, inst), 'the signal name');
      const variables = inst.vars ?? {};
      run.emit({ type: 'throwSignal', elementId: inst.el, name, variables });
      throwSignal(run, run.tree.parentOf(inst), name, variables, () => complete(run, inst, node));
      return;
    }
    case 'error': {
      const code = textOf(run, action.code, new ScopeView(run, inst), 'the error code');
      if (throwCode(run, inst, { type: 'error', code }, inst.vars ?? {}) === 'uncaught') {
        throw new Failure('uncaught-error', `nothing catches the error ${JSON.stringify(code)}`);
      }
      return;
    }
    case 'escalation': {
      const code = textOf(run, action.code, new ScopeView(run, inst), 'the escalation code');
      // Unlike an error, an escalation that no event catches has no effect.
      throwCode(run, inst, { type: 'escalation', code }, inst.vars ?? {});
      if (run.isAlive(inst)) complete(run, inst, node);
      return;
    }
    case 'terminate':
      cancelContents(run, run.tree.parentOf(inst), inst);
      complete(run, inst, node);
      return;
    case 'compensation':
      beginCompensation(run, inst, action.activity);
      return;
    case 'link': {
      const scope = run.tree.parentOf(inst);
      const target = run.modelOf(inst).nodes[action.target];
      if (target !== undefined)
        run.tree.push(scope, { do: 'enter', el: target.id, scope: scope.key, ...decisionOf(inst) });
      complete(run, inst, node);
      return;
    }
  }
}

/** A message carries only the variables of the input mappings, because it may leave the run. */
function publish(run: Run, inst: Instance, name: Value, correlationKey: Value | null): void {
  const view = new ScopeView(run, inst);
  const message = textOf(run, name, view, 'the message name');
  const key = optionalText(run, correlationKey, view, 'the correlation key') ?? '';
  run.emit({
    type: 'publishMessage',
    elementId: inst.el,
    name: message,
    correlationKey: key,
    variables: inst.vars ?? {},
  });
}
