import { isContext } from '../../expression/values/feel-object.js';
import { type BuildContext, chainOf, withNames } from '../context/build-context.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { Frame } from '../evaluation/frame.js';
import { elementsOf } from '../feel/values.js';
import type { Logic } from '../model/compiled-definitions.js';
import type { Steps } from '../steps/steps.js';
import { coerce } from '../types/conform.js';
import { anyType, type DmnType } from '../types/dmn-type.js';
import { attributeOf, childOf, normalName } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import { type CompileBoxed, compileInner } from './expression-kinds.js';

/** Takes `then` when the condition is true, `else` when it is false or null; any other condition gives null. */
export function* compileConditional(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const part = (name: string): Steps<Logic> => compileInner(context, element, childOf(element, name), name, compile);
  const condition = yield* part('if');
  const whenTrue = yield* part('then');
  const otherwise = yield* part('else');
  return (frame, evaluation) => {
    evaluation.spend(1);
    const value = condition(frame, evaluation);
    if (value !== null && typeof value !== 'boolean') return null;
    return (value === true ? whenTrue : otherwise)(frame, evaluation);
  };
}

/**
 * The elements for which `match` is true, or the element at the position that it gives; null when it gives anything else. It sees the
 * element as `item`, and the members of a context by their names.
 */
export function* compileFilter(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const source = yield* compileInner(context, element, childOf(element, 'in'), 'in', compile);
  const inner = { ...context, names: namesInFilter(context) };
  const match = yield* compileInner(inner, element, childOf(element, 'match'), 'match', compile);
  return (frame, evaluation) => {
    const list = source(frame, evaluation);
    if (list === null) return null;
    const items = elementsOf(list, evaluation.feel) ?? [list];
    const kept: unknown[] = [];
    for (const item of items) {
      evaluation.spend(1);
      const members = isContext(item) ? new Map(Object.entries(item)) : new Map<string, unknown>();
      members.set('item', item);
      const result = match(new Frame(members, frame), evaluation);
      if (typeof result === 'number') return items.at(result > 0 ? result - 1 : result) ?? null;
      if (result !== null && typeof result !== 'boolean') return null;
      if (result === true) kept.push(item);
    }
    return kept;
  };
}

/** Names in the filters of a place: files may have many of them. */
const inFilters = new WeakMap<object, BuildContext['names']>();

function namesInFilter({ names, types }: BuildContext): BuildContext['names'] {
  const key = names ?? types;
  const made = inFilters.get(key) ?? chainOf([['item', anyType], ...types.componentTypes], names);
  inFilters.set(key, made);
  return made;
}

type Iteration = { readonly source: Logic; readonly variable: string; readonly type: DmnType };

function* readIteration(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Iteration> {
  const holder = childOf(element, 'in');
  const reference = holder === null ? null : attributeOf(holder, 'typeRef');
  const type = context.types.of(reference, holder ?? element);
  return {
    source: yield* compileInner(context, element, holder, 'in', compile),
    variable: normalName(attributeOf(element, 'iteratorVariable') ?? 'item'),
    type,
  };
}

/** Null when the value cannot be iterated. */
function iterate({ source, type }: Iteration, frame: Frame, evaluation: Evaluation): readonly unknown[] | null {
  const { feel } = evaluation;
  return elementsOf(coerce(feel, source(frame, evaluation), type), feel);
}

/** The results for each element; `partial` is the list of those so far. */
export function* compileFor(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const iteration = yield* readIteration(context, element, compile);
  const inner = withNames(context, [
    [iteration.variable, anyType],
    ['partial', anyType],
  ]);
  const body = yield* compileInner(inner, element, childOf(element, 'return'), 'return', compile);
  return (frame, evaluation) => {
    const items = iterate(iteration, frame, evaluation);
    if (items === null) return null;
    const results: unknown[] = [];
    for (const item of items) {
      evaluation.spend(1);
      const own = new Map<string, unknown>([
        [iteration.variable, item],
        ['partial', results],
      ]);
      results.push(body(new Frame(own, frame), evaluation));
    }
    return results;
  };
}

/** `some`: whether the condition is true for one element; `every`: for all. A condition that is no truth value gives null. */
export function* compileQuantified(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const iteration = yield* readIteration(context, element, compile);
  const inner = withNames(context, [[iteration.variable, anyType]]);
  const condition = yield* compileInner(inner, element, childOf(element, 'satisfies'), 'satisfies', compile);
  const decisive = element.name === 'some';
  return (frame, evaluation) => {
    const items = iterate(iteration, frame, evaluation);
    if (items === null) return null;
    let unknown = false;
    for (const item of items) {
      evaluation.spend(1);
      const result = condition(new Frame(new Map([[iteration.variable, item]]), frame), evaluation);
      if (result === decisive) return decisive;
      if (result !== null && typeof result !== 'boolean') return null;
      unknown ||= result === null;
    }
    return unknown ? null : !decisive;
  };
}
