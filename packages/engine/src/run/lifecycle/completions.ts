import type { Node } from '../../model/node.js';
import type { Completion } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import { isLoopBody } from '../core/nodes.js';
import type { Run } from '../core/run.js';

/**
 * Records in the scope what compensation can undo: an activity with a handler, or a scope with such records. The handler of a
 * sub-process compensates everything inside it; an event sub-process that compensates it decides what of it. A loop is compensated
 * once, as a whole, by its handler.
 */
export function recordCompletion(run: Run, scope: Instance, inst: Instance, node: Node): void {
  const handler = 'compensatedBy' in node && inst.nth === undefined ? node.compensatedBy : null;
  const isBody = isLoopBody(inst, node);
  const sub =
    node.kind === 'subProcess' && node.compensationSub !== null && !isBody
      ? run.modelOf(inst).nodes[node.compensationSub]
      : undefined;
  const inner = inst.undo;
  // What a handler leaves undone stays so.
  if (inst.undoFor !== undefined) return;
  if (handler === null && sub === undefined && inner === undefined) return;
  const vars = inst.vars === undefined || isBody ? {} : { vars: inst.vars };
  const completion: Completion =
    handler === null
      ? { el: inst.el, ...(sub === undefined ? {} : { handler: sub.id }), inner: inner ?? [], ...vars }
      : { el: inst.el, handler, ...vars };
  scope.undo = [...(scope.undo ?? []), completion];
}

/** One handler to run, with the local variables of the completed scopes that contained its activity. */
export type Undo = Completion & { readonly handler: string };

/** Completions as handlers to run, oldest first. */
export function flatten(completions: readonly Completion[], vars: Completion['vars'] = {}): readonly Undo[] {
  return completions.flatMap((completion): readonly Undo[] => {
    const visible = { ...vars, ...completion.vars };
    const { el, handler, inner } = completion;
    if (handler === undefined) return flatten(inner ?? [], visible);
    return [
      {
        el,
        handler,
        ...(Object.keys(visible).length === 0 ? {} : { vars: visible }),
        ...(inner === undefined || inner.length === 0 ? {} : { inner }),
      },
    ];
  });
}
