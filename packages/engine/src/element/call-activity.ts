import type { CallActivityNode } from '../model/node.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { complete } from '../run/lifecycle/lifecycle.js';
import { textOf } from '../run/variables/evaluate.js';
import { ScopeView } from '../run/variables/scope-view.js';
import { propagate, setLocal } from '../run/variables/variables.js';

/** Most nested calls; ends processes that call themselves. */
export const MAX_CALL_DEPTH = 50;

/**
 * Asks the server for the called model. The called process then runs as a scope of this run, with variables of its own that are
 * copied in at the start and copied back at the end.
 */
export const callActivity: Behaviour<CallActivityNode> = {
  enter: call,
  retry: call,
};

function call(run: Run, inst: Instance, node: CallActivityNode): void {
  if (depthOf(run, inst) >= MAX_CALL_DEPTH) throw new Failure('call', `calls nest deeper than ${MAX_CALL_DEPTH}`);
  const calledProcessId = textOf(run, node.calledProcess, new ScopeView(run, inst), 'the called process');
  inst.call = true;
  run.emit({
    type: 'resolveCall',
    key: inst.key,
    elementId: inst.el,
    callerModelId: callerModel(run, inst),
    calledProcessId,
    binding: node.binding,
    ...(node.versionTag === null ? {} : { versionTag: node.versionTag }),
  });
}

function depthOf(run: Run, inst: Instance): number {
  let depth = 0;
  for (let at: Instance | undefined = inst; at !== undefined; at = run.tree.find(at.up))
    if (at.model !== undefined) depth += 1;
  return depth;
}

/** Id of the model that contains the instance. */
export function callerModel(run: Run, inst: Instance): string {
  let at = inst;
  while (at.model === undefined && at.up !== 0) at = run.tree.parentOf(at);
  return at.model ?? run.modelId;
}

/** The variables with which the called process starts: all visible ones, or only the call activity's input mappings. */
export function variablesForCall(run: Run, inst: Instance): Readonly<Record<string, unknown>> {
  const node = run.nodeOf(inst);
  const all = node.kind !== 'callActivity' || node.propagateAllParentVariables;
  return all ? new ScopeView(run, inst).all() : (inst.vars ?? {});
}

/** Completes a call whose process has ended: its variables are copied back completely, or through the output mappings. */
export function finishCall(run: Run, called: Instance): void {
  const inst = run.tree.parentOf(called);
  const node = run.nodeOf(inst);
  run.tree.remove(called);
  run.tree.closeScope(inst);
  if (node.kind === 'callActivity') {
    const variables = called.vars ?? {};
    if (node.outputs.length > 0) setLocal(run, inst, variables);
    else if (node.propagateAllChildVariables) propagate(run, inst, variables);
  }
  complete(run, inst, node);
}
