import type { AdHocSubProcessNode } from '../../model/node.js';
import type { Activation, Variables } from '../../state/run-state.js';
import { Failure } from '../core/failure.js';
import { resolveIncident } from '../core/incidents.js';
import type { Instance } from '../core/instance-tree.js';
import type { InnerResult, Run } from '../core/run.js';
import { cancelContents, complete, create } from '../lifecycle/lifecycle.js';
import { decide, evaluate } from '../variables/evaluate.js';
import { ScopeView } from '../variables/scope-view.js';
import { propagate, setLocal } from '../variables/variables.js';
import { openJob } from '../waits/jobs.js';

function adHocOf(run: Run, inst: Instance): AdHocSubProcessNode {
  const node = run.nodeOf(inst);
  if (node.kind === 'adHocSubProcess') return node;
  throw new Error(`${inst.el} is no ad-hoc sub-process`);
}

/** Activates elements, each in a scope of its own; of a sequential sub-process, one after the other. */
export function activateInside(run: Run, inst: Instance, activations: readonly Activation[]): void {
  const node = adHocOf(run, inst);
  for (const activation of activations) {
    const waits = node.sequential && inst.live !== 0;
    if (waits) inst.adHoc = { ...inst.adHoc, queue: [...(inst.adHoc?.queue ?? []), activation] };
    else run.tree.push(inst, { do: 'activate', scope: inst.key, ...activation });
  }
}

/** The scope of an activation that was queued. */
export function createActivation(run: Run, inst: Instance, { el, vars }: Activation): Instance {
  const node = adHocOf(run, inst);
  const scope = run.modelOf(inst).nodes[node.inner];
  if (scope === undefined) throw new Error(`${node.id} has no inner instance`);
  const own = { ...(node.outputVariable === null ? {} : { [node.outputVariable]: null }), ...vars };
  const inner = create(run, inst, scope, { entry: el });
  if (Object.keys(own).length > 0) setLocal(run, inner, own);
  return inner;
}

/**
 * What an activation that is about to complete means for the sub-process: its output, and whether the completion condition holds.
 * @throws Failure or ExpressionError when one of them cannot be evaluated
 */
export function collectActivation(run: Run, inner: Instance): InnerResult {
  const body = run.tree.parentOf(inner);
  const node = adHocOf(run, body);
  const collected = collect(run, body, inner, node);
  const view = new ScopeView(run, body, collected);
  return {
    element: collected,
    nth: 0,
    thrown: [],
    finished: node.completion !== null && decide(run, node.completion, view),
  };
}

function collect(run: Run, body: Instance, inner: Instance, node: AdHocSubProcessNode): Variables {
  const { outputCollection: name, outputElement } = node;
  if (name === null || outputElement === null) return {};
  const known = body.vars?.[name];
  if (!Array.isArray(known)) throw new Failure('expression', `the output collection ${name} is no longer a list`);
  return { [name]: [...known, evaluate(run, outputElement, new ScopeView(run, inner))] };
}

/** An activation has completed. */
export function adHocInnerDone(run: Run, body: Instance, { element, finished }: InnerResult): void {
  setLocal(run, body, element as Variables);
  if (finished && adHocOf(run, body).cancelRemaining) endAdHoc(run, body);
  else settle(run, body, finished);
}

/**
 * Decides how an ad-hoc sub-process goes on when something in it has completed: it completes, begins what is queued, asks its worker,
 * or waits for an activation.
 * @param met whether its completion condition holds
 */
export function settle(run: Run, inst: Instance, met = false): void {
  const node = adHocOf(run, inst);
  const { done, queue = [] } = inst.adHoc ?? {};
  const isEmpty = inst.live === 0;
  if (met || done === true || inst.cut === true) {
    if (isEmpty) endAdHoc(run, inst);
    return;
  }
  const [next, ...rest] = queue;
  if (next !== undefined) {
    if (!isEmpty) return;
    const { queue: _, ...state } = inst.adHoc ?? {};
    inst.adHoc = rest.length === 0 ? state : { ...state, queue: rest };
    run.tree.push(inst, { do: 'activate', scope: inst.key, ...next });
  } else if (node.job !== null) renewJob(run, inst);
  else if (isEmpty && node.completion === null) endAdHoc(run, inst);
}

/** The worker has one job at a time, and a new one whenever something has completed, because it may decide otherwise now. */
function renewJob(run: Run, inst: Instance): void {
  const node = adHocOf(run, inst);
  if (node.job === null) return;
  resolveIncident(run, inst);
  closeJob(run, inst);
  openJob(run, inst, node, node.job);
}

function closeJob(run: Run, inst: Instance): void {
  if (inst.job === undefined) return;
  run.emit({ type: 'closeJob', key: inst.job, outcome: 'cancelled' });
  delete inst.job;
}

/** Cancels what is left in an ad-hoc sub-process and completes it. Its output collection is stored in the scope around it. */
export function endAdHoc(run: Run, inst: Instance): void {
  const node = adHocOf(run, inst);
  cancelContents(run, inst);
  closeJob(run, inst);
  resolveIncident(run, inst);
  delete inst.adHoc;
  const { outputCollection: name } = node;
  if (name !== null) propagate(run, run.tree.parentOf(inst), { [name]: inst.vars?.[name] ?? null });
  complete(run, inst, node);
}
