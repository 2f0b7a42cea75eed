import type { Node, Trigger } from '../../model/node.js';
import { triggersIn } from '../../model/triggers.js';
import type { Variables } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import { isLoopBody } from '../core/nodes.js';
import type { Run } from '../core/run.js';
import { triggerBoundary, triggerEventSubProcess } from './triggers.js';

type Thrown = { readonly type: 'error' | 'escalation'; readonly code: string };

type Catcher = { readonly inst: Instance; readonly node: Extract<Node, { kind: 'boundaryEvent' | 'eventSubProcess' }> };

/**
 * Triggers the event of the innermost scope around `source` that catches the error or escalation. An exact code precedes a catch-all of
 * the same activity or scope; `exact` ignores catch-alls. Returns whether no event caught it, an interrupting event, or another one.
 */
export function throwCode(
  run: Run,
  source: Instance,
  thrown: Thrown,
  variables: Variables,
  exact = false,
): 'uncaught' | 'interrupted' | 'caught' {
  const catcher = findCatcher(run, source, thrown, exact);
  if (catcher === null) return 'uncaught';
  const { inst, node } = catcher;
  run.history('errorCaught', inst, node.id);
  if (node.kind === 'boundaryEvent') triggerBoundary(run, inst, node, variables);
  else triggerEventSubProcess(run, inst, node, variables);
  return node.interrupting ? 'interrupted' : 'caught';
}

/** Innermost scope first: event sub-processes of a scope, then boundary events of the activity that is the scope. */
export function findCatcher(run: Run, source: Instance, thrown: Thrown, exact: boolean): Catcher | null {
  for (let at: Instance | undefined = source; at !== undefined; at = at.up === 0 ? undefined : run.tree.parentOf(at)) {
    const inst: Instance = at;
    const node = run.nodeOf(inst);
    const { nodes } = run.modelOf(inst);
    if ('eventSubProcesses' in node && inst.cut === undefined && inst.live !== undefined && !isLoopBody(inst, node)) {
      const subs = node.eventSubProcesses.map((index) => nodes[index]).filter((sub) => sub?.kind === 'eventSubProcess');
      const found = match(subs, thrown, exact);
      if (found !== undefined) return { inst, node: found };
    }
    if ('boundary' in node && inst.nth === undefined) {
      const events = node.boundary.map((index) => nodes[index]).filter((event) => event?.kind === 'boundaryEvent');
      const found = match(events, thrown, exact);
      if (found !== undefined) return { inst, node: found };
    }
  }
  return null;
}

function match<T extends { readonly trigger: Trigger }>(
  handlers: readonly T[],
  thrown: Thrown,
  exact: boolean,
): T | undefined {
  const catches = (handler: T, code: string | null): boolean =>
    triggersIn(handler.trigger).some((trigger) => trigger.type === thrown.type && trigger.code === code);
  const precise = handlers.find((handler) => catches(handler, thrown.code));
  if (precise !== undefined || exact) return precise;
  return handlers.find((handler) => catches(handler, null));
}
