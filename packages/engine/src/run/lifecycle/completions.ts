import type { Node } from '../../model/node.js';
import type { Completion } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import { isLoopBody } from '../core/nodes.js';

/**
 * Records in the scope what compensation can undo: an activity with a handler, or a scope with such records. The handler of a
 * sub-process compensates everything inside it. A loop is compensated once, as a whole.
 */
export function recordCompletion(scope: Instance, inst: Instance, node: Node): void {
  const handler = 'compensatedBy' in node && inst.nth === undefined ? node.compensatedBy : null;
  const inner = inst.undo;
  if (handler === null && inner === undefined) return;
  const vars = inst.vars === undefined || isLoopBody(inst, node) ? {} : { vars: inst.vars };
  const completion: Completion =
    handler === null ? { el: inst.el, inner: inner ?? [], ...vars } : { el: inst.el, handler, ...vars };
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
    return [Object.keys(visible).length === 0 ? { el, handler } : { el, handler, vars: visible }];
  });
}
