import type { Loop, LoopBehaviour, Node, SingleTrigger, Value } from '../../model/node.js';
import { triggersIn } from '../../model/triggers.js';
import type { LoopState, Variables } from '../../state/run-state.js';
import { Failure } from '../core/failure.js';
import type { Instance } from '../core/instance-tree.js';
import type { InnerResult, Run } from '../core/run.js';
import { cancelContents, complete, enter, enterTriggered } from '../lifecycle/lifecycle.js';
import { decide, evaluate, wholeNumber } from '../variables/evaluate.js';
import { ScopeView } from '../variables/scope-view.js';
import { propagate, setLocal } from '../variables/variables.js';

/** Most inner instances of one loop: far above real collections, and low enough for the state to fit into a database row. */
export const MAX_INSTANCES = 10_000;

function loopOf(node: Node): Loop {
  if ('loop' in node && node.loop !== null) return node.loop;
  throw new Error(`${node.id} has no loop`);
}

function stateOf(body: Instance): LoopState {
  if (body.loop === undefined) throw new Error(`instance ${body.key} is no loop body`);
  return body.loop;
}

/**
 * Begins a loop.
 * @throws Failure or ExpressionError before the first effect
 */
export function beginLoop(run: Run, body: Instance, node: Node): void {
  const loop = loopOf(node);
  if (loop.type === 'standard') {
    const goesOn = !loop.testBefore || continues(run, body, loop, 0);
    run.tree.openScope(body);
    body.loop = { total: loop.maximum ?? -1, begun: 0, done: 0 };
    if (goesOn) schedule(run, body);
    else complete(run, body, node);
    return;
  }
  const items = readItems(run, body, loop);
  run.tree.openScope(body);
  body.loop = {
    items,
    total: items.length,
    begun: 0,
    done: 0,
    ...(loop.outputCollection === null ? {} : { out: items.map(() => null) }),
  };
  if (items.length > 0) schedule(run, body);
  else endLoop(run, body, node);
}

function readItems(run: Run, body: Instance, loop: Extract<Loop, { type: 'multi' }>): readonly unknown[] {
  const view = new ScopeView(run, body);
  if (loop.collection === null) {
    if (loop.cardinality === null) return [];
    const count = wholeNumber(run, loop.cardinality, view, 'the loop cardinality', 0, MAX_INSTANCES);
    return Array.from({ length: count }, (_, index) => index + 1);
  }
  const items = evaluate(run, loop.collection, view);
  if (!Array.isArray(items)) {
    throw new Failure(
      'expression',
      `the input collection must be a list (${loop.collection.source.trim().slice(0, 80)})`,
    );
  }
  if (items.length > MAX_INSTANCES) {
    throw new Failure('expression', `the input collection has ${items.length} elements, more than ${MAX_INSTANCES}`);
  }
  return items;
}

function schedule(run: Run, body: Instance): void {
  run.tree.push(body, { do: 'loop', scope: body.key });
}

/** Begins the next inner instance. A parallel loop schedules the one after it at once. */
export function beginInner(run: Run, body: Instance, node: Node): void {
  const loop = loopOf(node);
  const state = stateOf(body);
  const nth = state.begun + 1;
  const vars: Record<string, unknown> = { loopCounter: nth };
  // Local from the start, so that the results of other instances are never stored over it (as in Camunda 8).
  if (loop.type === 'multi' && loop.outputVariable !== null && !(loop.outputVariable in vars)) {
    vars[loop.outputVariable] = null;
  }
  if (loop.type === 'multi' && loop.inputElement !== null) vars[loop.inputElement] = state.items?.[state.begun] ?? null;
  const { items, ...rest } = { ...state, begun: nth };
  body.loop = nth === state.total || items === undefined ? rest : { ...rest, items };
  enter(run, body, node, { nth, vars });
  if (loop.type === 'multi' && !loop.sequential && nth < state.total && run.isAlive(body)) schedule(run, body);
}

/**
 * What the loop keeps of an inner instance that is about to complete; the completion condition counts it as completed.
 * @throws ExpressionError when an expression of the loop fails
 */
export function collectInner(run: Run, inner: Instance, node: Node): InnerResult {
  const loop = loopOf(node);
  const body = run.tree.parentOf(inner);
  const state = stateOf(body);
  const nth = inner.nth ?? 0;
  if (loop.type === 'standard') {
    const ended = (loop.maximum !== null && nth >= loop.maximum) || !continues(run, body, loop, nth);
    return { element: null, nth, finished: ended, thrown: [] };
  }
  const element = loop.outputElement === null ? null : evaluate(run, loop.outputElement, new ScopeView(run, inner));
  const out = replaced(state.out, nth, element);
  const numbers: Variables = {
    ...(out === undefined || loop.outputCollection === null ? {} : { [loop.outputCollection]: out }),
    numberOfInstances: state.total,
    numberOfActiveInstances: (body.live ?? 0) - 1,
    numberOfCompletedInstances: state.done + 1,
    numberOfTerminatedInstances: state.gone ?? 0,
  };
  const view = new ScopeView(run, inner, numbers);
  const met = inner.rejected === true || (loop.completion !== null && decide(run, loop.completion, view));
  const { thrown, ends } = readBehaviour(run, loop.behaviour, state, view);
  return { element, nth, finished: met || ends, thrown };
}

/**
 * The events that a completed instance throws, and whether a complex condition ends the loop.
 * @throws ExpressionError when a condition fails
 */
function readBehaviour(
  run: Run,
  behaviour: LoopBehaviour | null,
  state: LoopState,
  view: ScopeView,
): { readonly thrown: readonly SingleTrigger[]; readonly ends: boolean } {
  if (behaviour === null || (behaviour.type === 'first' && state.done > 0)) return { thrown: [], ends: false };
  if (behaviour.type !== 'complex') return { thrown: [behaviour.event], ends: false };
  const met = behaviour.definitions.filter(({ condition }) => decide(run, condition, view));
  return { thrown: met.flatMap(({ event }) => (event === null ? [] : [event])), ends: met.length > 0 };
}

/**
 * The boundary events of the loop that catch what its behaviour throws. They do not cancel the loop, because the event says only that
 * an instance has completed; a complex condition ends it.
 */
function throwToBoundary(run: Run, body: Instance, node: Node, thrown: readonly SingleTrigger[]): void {
  if (thrown.length === 0 || !('boundary' in node)) return;
  const { nodes } = run.modelOf(body);
  const events = node.boundary.map((index) => nodes[index]).filter((event) => event?.kind === 'boundaryEvent');
  for (const trigger of thrown) {
    for (const event of events) {
      if (triggersIn(event.trigger).some((caught) => matches(caught, trigger)))
        enterTriggered(run, run.tree.parentOf(body), event, {}, body);
    }
  }
}

/** Whether an event for `caught` catches `thrown`: the same signal or message, or a code that it catches. */
function matches(caught: SingleTrigger, thrown: SingleTrigger): boolean {
  if (
    (caught.type === 'signal' && thrown.type === 'signal') ||
    (caught.type === 'message' && thrown.type === 'message')
  )
    return isSameText(caught.name, thrown.name);
  if (
    (caught.type === 'error' && thrown.type === 'error') ||
    (caught.type === 'escalation' && thrown.type === 'escalation')
  )
    return caught.code === null || caught.code === thrown.code;
  return false;
}

function isSameText(one: Value, other: Value): boolean {
  if (one.type === 'literal' && other.type === 'literal') return one.text === other.text;
  return one.type === 'feel' && other.type === 'feel' && one.expression.source === other.expression.source;
}

function replaced(out: readonly unknown[] | undefined, nth: number, element: unknown): readonly unknown[] | undefined {
  return out?.with(nth - 1, element);
}

/** Whether a standard loop continues: while its condition is true. */
function continues(run: Run, body: Instance, loop: Extract<Loop, { type: 'standard' }>, counter: number): boolean {
  if (loop.condition === null) return true;
  return decide(run, loop.condition, new ScopeView(run, body, { loopCounter: counter }));
}

/** An inner instance has completed: begins the next one, ends the loop, or waits for the others. */
export function innerDone(run: Run, body: Instance, node: Node, result: InnerResult): void {
  const loop = loopOf(node);
  const before = stateOf(body);
  const out = replaced(before.out, result.nth, result.element);
  const state: LoopState = { ...before, done: before.done + 1, ...(out === undefined ? {} : { out }) };
  body.loop = state;
  throwToBoundary(run, body, node, result.thrown);
  if (loop.type === 'standard') {
    if (result.finished) complete(run, body, node);
    else schedule(run, body);
  } else if (result.finished || isOver(state)) endLoop(run, body, node);
  else if (loop.sequential) schedule(run, body);
}

const isOver = ({ done, gone = 0, total }: LoopState): boolean => done + gone === total;

/** A repair terminated an inner instance: the loop goes on with the others, and ends when there are none. */
export function innerGone(run: Run, body: Instance, node: Node): void {
  const loop = loopOf(node);
  const before = stateOf(body);
  const state: LoopState = { ...before, gone: (before.gone ?? 0) + 1 };
  body.loop = state;
  if (loop.type === 'standard') endLoop(run, body, node);
  else if (isOver(state)) endLoop(run, body, node);
  else if (loop.sequential && body.live === 0) schedule(run, body);
}

/** Ends a multi-instance loop: cancels the remaining instances and stores the output collection in the enclosing scope. */
export function endLoop(run: Run, body: Instance, node: Node): void {
  const loop = loopOf(node);
  cancelContents(run, body);
  const { out } = stateOf(body);
  if (loop.type === 'multi' && loop.outputCollection !== null && out !== undefined) {
    setLocal(run, body, { [loop.outputCollection]: out });
    propagate(run, run.tree.parentOf(body), { [loop.outputCollection]: out });
  }
  complete(run, body, node);
}
