import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { enclosing } from './scope-view.js';

/**
 * The decision of a branch (TASK-11). Tasks of parallel branches store `approved` in the same scope, so each token also carries the
 * last decision made on its way, and expressions on its branch see that one. A join drops it: after it, the branches are one.
 */
type Carried = { readonly approved?: boolean };

const nothing: Carried = Object.freeze({});

/** What the instance or token passes on to the instance or token that follows it. */
export function decisionOf(carrier: Carried): Carried {
  return carrier.approved === undefined ? nothing : { approved: carrier.approved };
}

/** A value was stored as `approved`: the branch carries it from now on, or nothing when it is no decision. */
export function carry(inst: Instance, value: unknown): void {
  if (typeof value === 'boolean') inst.approved = value;
  else delete inst.approved;
}

/** `carry` for the instance and those around it, up to the scope in which `approved` was stored. */
export function carryUpTo(run: Run, inst: Instance, holder: Instance, value: unknown): void {
  for (let at: Instance | null = inst; at !== null && at !== holder; at = enclosing(run, at)) carry(at, value);
}

/** A repair set `approved` in a scope: every branch inside it sees that value. */
export function forgetDecisions(run: Run, scope: Instance): void {
  for (const inst of run.tree.instances) if (isInside(run, inst, scope)) delete inst.approved;
  run.tree.replaceWork(
    run.tree.work.map((item) => {
      if (item.do !== 'flow' && item.do !== 'enter') return item;
      const { approved: _, ...token } = item;
      return isInside(run, run.tree.scope(item.scope), scope) ? token : item;
    }),
  );
}

function isInside(run: Run, inst: Instance, scope: Instance): boolean {
  for (let at: Instance | null = inst; at !== null; at = enclosing(run, at)) if (at === scope) return true;
  return false;
}
