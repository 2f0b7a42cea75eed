import type { EndEventNode, SendTaskNode, SingleAction, ThrowAction, ThrowEventNode, Value } from '../model/node.js';
import { actionsIn } from '../model/triggers.js';
import type { Effect } from '../protocol/effect.js';
import { beginCancellation } from '../run/control-flow/cancellation.js';
import { beginCompensation } from '../run/control-flow/compensation.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { findCatcher, throwCode } from '../run/events/errors.js';
import { throwSignals } from '../run/events/signals.js';
import { cancelContents, complete } from '../run/lifecycle/lifecycle.js';
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
  if (action.type === 'job') {
    openJob(run, inst, node, action.job);
    return;
  }
  const thrown = evaluateAll(run, inst, actionsIn(action));
  const scope = run.tree.parentOf(inst);
  for (const effect of thrown.effects) run.emit(effect);
  for (const code of thrown.escalations) {
    // Unlike an error, an escalation that no event catches has no effect.
    throwCode(run, inst, { type: 'escalation', code }, inst.vars ?? {});
  }
  const finish = (): void => {
    if (run.isAlive(inst)) end(run, inst, node, thrown.last);
  };
  const { signals } = thrown;
  if (signals.length === 0) finish();
  else throwSignals(run, scope, signals, inst.vars ?? {}, finish);
}

/** What an event throws, evaluated before its first effect. */
type Thrown = {
  readonly effects: Extract<Effect, { type: 'publishMessage' | 'throwSignal' }>[];
  readonly signals: string[];
  readonly escalations: string[];
  /** What the event does after that; null: it completes. */
  last: Last | null;
};

type Last =
  | Extract<SingleAction, { type: 'terminate' | 'cancel' | 'compensation' | 'link' }>
  | { readonly type: 'error'; readonly code: string };

/**
 * Evaluates the names and codes of everything that the event throws.
 * @throws Failure or ExpressionError when one of them has no usable value, or when no event catches an error
 */
function evaluateAll(run: Run, inst: Instance, actions: readonly SingleAction[]): Thrown {
  const view = new ScopeView(run, inst);
  const thrown: Thrown = { effects: [], signals: [], escalations: [], last: null };
  for (const action of actions) {
    switch (action.type) {
      case 'none':
      case 'job':
        break;
      case 'message':
        thrown.effects.push(describeMessage(run, inst, view, action.name, action.correlationKey));
        break;
      case 'signal': {
        const name = textOf(run, action.name, view, 'the signal name');
        thrown.effects.push({ type: 'throwSignal', elementId: inst.el, name, variables: inst.vars ?? {} });
        thrown.signals.push(name);
        break;
      }
      case 'escalation':
        thrown.escalations.push(textOf(run, action.code, view, 'the escalation code'));
        break;
      case 'error': {
        const code = textOf(run, action.code, view, 'the error code');
        if (findCatcher(run, inst, { type: 'error', code }, false) === null)
          throw new Failure('uncaught-error', `nothing catches the error ${JSON.stringify(code)}`);
        thrown.last = { type: 'error', code };
        break;
      }
      default:
        thrown.last = action;
    }
  }
  return thrown;
}

function end(run: Run, inst: Instance, node: ThrowingNode, last: Last | null): void {
  switch (last?.type) {
    case undefined:
    case 'link':
      complete(run, inst, node);
      return;
    case 'error':
      throwCode(run, inst, last, inst.vars ?? {});
      return;
    case 'terminate':
      cancelContents(run, run.tree.parentOf(inst), inst);
      complete(run, inst, node);
      return;
    case 'cancel':
      beginCancellation(run, inst);
      return;
    case 'compensation':
      beginCompensation(run, inst, last);
      return;
  }
}

/** A message carries only the variables of the input mappings, because it may leave the run. */
function describeMessage(
  run: Run,
  inst: Instance,
  view: ScopeView,
  name: Value,
  correlationKey: Value | null,
): Extract<Effect, { type: 'publishMessage' }> {
  const message = textOf(run, name, view, 'the message name');
  const key = optionalText(run, correlationKey, view, 'the correlation key') ?? '';
  return {
    type: 'publishMessage',
    elementId: inst.el,
    name: message,
    correlationKey: key,
    variables: inst.vars ?? {},
  };
}
