import type { SingleAction } from '../../model/node.js';
import { actionsIn } from '../../model/triggers.js';
import type { Completion } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import { nodeIn } from '../core/nodes.js';
import type { Run } from '../core/run.js';
import { triggerBoundary } from '../events/triggers.js';
import { flatten } from '../lifecycle/completions.js';
import { complete, completeIfEmpty, enter } from '../lifecycle/lifecycle.js';

type Compensation = Extract<SingleAction, { type: 'compensation' }>;

/**
 * Starts compensation for a throw event: of everything that its scope has completed, or of one activity. Inside an event sub-process
 * it covers the enclosing scope too; inside one that compensates a completed sub-process, what that sub-process had completed.
 */
export function beginCompensation(run: Run, inst: Instance, { activity, waits }: Compensation): void {
  const scope = run.tree.parentOf(inst);
  const around = run.nodeOf(scope).kind === 'eventSubProcess' && scope.undoFor === undefined;
  const scopes = around ? [run.tree.parentOf(scope), scope] : [scope];
  const undoing = flatten(scopes.flatMap((candidate) => takeCompletions(candidate, activity)));
  if (waits) {
    inst.undoing = undoing;
    continueCompensation(run, inst);
    return;
  }
  const detached: Instance = { key: run.key(), el: inst.el, up: scope.key, undoing, detached: true };
  run.tree.add(detached, scope);
  complete(run, inst, run.nodeOf(inst));
  continueCompensation(run, detached);
}

/** Removes the records of what is compensated from a scope, so that nothing is undone twice. */
export function takeCompletions(scope: Instance, activity: string | null): readonly Completion[] {
  const known = scope.undo ?? [];
  const chosen = known.filter((completion) => activity === null || completion.el === activity);
  const rest = known.filter((completion) => !chosen.includes(completion));
  if (rest.length === 0) delete scope.undo;
  else scope.undo = rest;
  return chosen;
}

/**
 * Runs the next handler, in reverse order of completion. After the last one, the throw event completes, or the transaction that a
 * cancel end event has cancelled is left.
 */
export function continueCompensation(run: Run, inst: Instance): void {
  const rest = [...(inst.undoing ?? [])];
  const next = rest.pop();
  if (next?.handler === undefined) {
    delete inst.undoing;
    if (inst.detached) {
      const scope = run.tree.parentOf(inst);
      run.tree.remove(inst);
      completeIfEmpty(run, scope);
      return;
    }
    const node = run.nodeOf(inst);
    if (node.kind === 'endEvent' && actionsIn(node.action).some(({ type }) => type === 'cancel'))
      leaveTransaction(run, inst);
    else complete(run, inst, node);
    return;
  }
  inst.undoing = rest;
  const scope = run.tree.parentOf(inst);
  const handler = nodeIn(run.modelOf(inst), next.handler);
  enter(run, scope, handler, {
    undoFor: inst.key,
    ...(next.vars === undefined ? {} : { vars: next.vars }),
    ...(next.inner === undefined ? {} : { undo: next.inner }),
  });
}

/** Leaves a cancelled transaction by its cancel boundary event; a loop of transactions is left as a whole. */
function leaveTransaction(run: Run, inst: Instance): void {
  const host = transactionAround(run, inst).at(-1);
  const node = host === undefined ? undefined : run.nodeOf(host);
  const { nodes } = run.modelOf(inst);
  const boundary = node !== undefined && 'boundary' in node ? node.boundary : [];
  const event = boundary
    .map((index) => nodes[index])
    .find((candidate) => candidate?.kind === 'boundaryEvent' && candidate.trigger.type === 'cancel');
  if (host === undefined || event?.kind !== 'boundaryEvent')
    throw new Error(`${inst.el} is in no transaction with a cancel boundary event`);
  triggerBoundary(run, host, event, {});
}

/** The instance of the transaction around a cancel end event, and around that the loop that it belongs to. */
export function transactionAround(run: Run, inst: Instance): readonly Instance[] {
  let at = run.tree.parentOf(inst);
  while (run.nodeOf(at).kind === 'eventSubProcess') at = run.tree.parentOf(at);
  return at.nth === undefined ? [at] : [at, run.tree.parentOf(at)];
}

/** Queues the next handler, so that many handlers use up budget instead of stack. */
export function handlerDone(run: Run, thrower: number): void {
  const inst = run.tree.find(thrower);
  if (inst !== undefined) run.tree.push(run.tree.parentOf(inst), { do: 'undo', inst: thrower, scope: inst.up });
}
