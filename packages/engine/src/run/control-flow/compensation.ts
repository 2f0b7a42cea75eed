import type { Instance } from '../core/instance-tree.js';
import { nodeIn } from '../core/nodes.js';
import type { Run } from '../core/run.js';
import { flatten } from '../lifecycle/completions.js';
import { complete, enter } from '../lifecycle/lifecycle.js';

/**
 * Starts compensation for a throw event: of everything that its scope has completed, or of one activity. Inside an event sub-process
 * it covers the enclosing scope too. The records of what is compensated are removed, so that nothing is undone twice.
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

/** Runs the next handler, in reverse order of completion, or completes the throw event after the last one. */
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

/** Queues the next handler, so that many handlers use up budget instead of stack. */
export function handlerDone(run: Run, thrower: number): void {
  const inst = run.tree.find(thrower);
  if (inst !== undefined) run.tree.push(run.tree.parentOf(inst), { do: 'undo', inst: thrower, scope: inst.up });
}
