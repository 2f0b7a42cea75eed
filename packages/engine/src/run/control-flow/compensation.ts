import type { Instance } from '../core/instance-tree.js';
import { nodeIn } from '../core/nodes.js';
import type { Run } from '../core/run.js';
import { flatten } from '../lifecycle/completions.js';
import { complete, enter } from '../lifecycle/lifecycle.js';

/**
 * Starts compensation for a throw event: everything its scope has completed, or one activity of it. Inside an event sub-process
 * that is the scope around. What is compensated is forgotten, so that nothing is undone twice.
 */
export function beginCompensation(run: Run, inst: Instance, activity: string | null): void {
  const scope = run.tree.parentOf(inst);
  const scopes = run.nodeOf(scope).kind === 'eventSubProcess' ? [run.tree.parentOf(scope), scope] : [scope];
  const undoing = scopes.flatMap((candidate) => {
    const known = candidate.undo ?? [];
    const chosen = known.filter((completion) => activity === null || completion.el === activity);
    const rest = known.filter((completion) => !chosen.includes(completion));
    if (rest.length === 0) delete candidate.undo;
    else candidate.undo = rest;
    return chosen;
  });
  inst.undoing = flatten(undoing);
  continueCompensation(run, inst);
}

/** Handlers run one after the other, in reverse order of completion; then the throw event is done. */
export function continueCompensation(run: Run, inst: Instance): void {
  const rest = [...(inst.undoing ?? [])];
  const next = rest.pop();
  if (next?.handler === undefined) {
    delete inst.undoing;
    complete(run, inst, run.nodeOf(inst));
    return;
  }
  inst.undoing = rest;
  const scope = run.tree.parentOf(inst);
  const handler = nodeIn(run.modelOf(inst), next.handler);
  enter(run, scope, handler, { undoFor: inst.key, ...(next.vars === undefined ? {} : { vars: next.vars }) });
}

/** Through the agenda, so that a long row of handlers costs budget and no stack. */
export function handlerDone(run: Run, thrower: number): void {
  const inst = run.tree.find(thrower);
  if (inst !== undefined) run.tree.push(run.tree.parentOf(inst), { do: 'undo', inst: thrower, scope: inst.up });
}
