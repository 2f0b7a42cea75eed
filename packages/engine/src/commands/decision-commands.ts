import { evaluateDecision } from '../decision/evaluate-decision.js';
import type { DecisionModel } from '../decision/model/decision-model.js';
import { DecisionError } from '../decision/trace/decision-error.js';
import { readApprovers } from '../element/approvers.js';
import { userTask } from '../element/user-task.js';
import type { DecisionTaskNode, UserTaskNode } from '../model/node.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import { attempt, Failure } from '../run/core/failure.js';
import { raiseIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { complete } from '../run/lifecycle/lifecycle.js';
import { ScopeView } from '../run/variables/scope-view.js';
import { receive } from '../run/variables/variables.js';
import type { Variables } from '../state/run-state.js';

type Asked = { readonly inst: Instance; readonly node: DecisionTaskNode | UserTaskNode };

function openDecision(run: Run, key: number): Asked {
  const inst = run.tree.find(key);
  const node = inst?.call === true ? run.nodeOf(inst) : null;
  const asks = node?.kind === 'decisionTask' || (node?.kind === 'userTask' && inst?.approvers === undefined);
  if (inst === undefined || !asks)
    throw new CommandRejected('no-such-call', `the run has no open call of a decision ${key}`);
  return { inst, node };
}

/**
 * Evaluates the decision in the step. A business rule task stores its result and completes; a task that several persons decide takes
 * from it who they are. A failure is an incident that names the rules.
 */
export function decisionResolved(run: Run, command: Extract<Command, { type: 'decisionResolved' }>): void {
  const { inst, node } = openDecision(run, command.key);
  const { modelId, decisionId } = command;
  const model = run.decisions?.get(modelId);
  if (model === undefined)
    throw new CommandRejected('no-such-model', `the decision model ${modelId} was not passed to the step`);
  delete inst.call;
  const told = { key: inst.key, elementId: inst.el, modelId, decisionId };
  try {
    const { value, trace } = evaluateDecision(model, decisionId, contextFor(run, inst, model), run.now);
    run.emit({ type: 'decisionEvaluated', ...told, value, trace });
    if (node.kind === 'userTask') {
      nameApprovers(run, inst, node, decisionId, value);
      return;
    }
    receive(run, inst, node.outputs, { [node.resultVariable]: value });
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    const { message: failure, trace } = error;
    run.emit({ type: 'decisionEvaluated', ...told, value: null, trace, failure });
    raiseIncident(run, inst, new Failure('decision', failure), 'again');
    return;
  }
  complete(run, inst, node);
}

/** The task asks for its voters, or is an incident when the matrix names nobody. */
function nameApprovers(run: Run, inst: Instance, node: UserTaskNode, decisionId: string, value: unknown): void {
  const failure = attempt(() => {
    // A migration may have taken the matrix away since it was asked.
    if (node.approval?.matrix != null) inst.approvers = readApprovers(run, decisionId, value);
    userTask.enter(run, inst, node);
    return null;
  });
  if (failure === null) return;
  delete inst.approvers;
  delete inst.call;
  raiseIncident(run, inst, failure, 'again');
}

export function decisionFailed(run: Run, command: Extract<Command, { type: 'decisionFailed' }>): void {
  const { inst } = openDecision(run, command.key);
  delete inst.call;
  raiseIncident(run, inst, new Failure('decision', command.message), 'again');
}

/**
 * The visible variables and the live process. A variable with the name of a decision is left out, because it would replace that
 * decision: it is most often the result of an earlier evaluation.
 */
function contextFor(run: Run, inst: Instance, model: DecisionModel): Variables {
  const names = new Set(model.decisions.map(({ name }) => name));
  const visible = Object.entries({ ...new ScopeView(run, inst).all(), process: run.process });
  return Object.fromEntries(visible.filter(([name]) => !names.has(name)));
}
