import { admit } from '../conversion/admit.js';
import type { Code, Env, Evaluation } from '../evaluation/evaluation.js';
import { childrenOf, nameIn, type SyntaxNode } from '../syntax/parse-syntax.js';
import { FeelDate } from '../temporal/temporal-values.js';
import { FeelRange } from '../values/feel-range.js';
import { type Compiler, textOf } from './compiler.js';
import { bind, type Names } from './names.js';
import { compileSource } from './paths.js';

const BYTES_PER_ELEMENT = 8;
const PARTIAL = 'partial';

/** One `name in source` of a loop: calls `each` for every element until it returns false. Null when the source has no elements. */
type Iterator = (e: Evaluation, env: Env | null, each: (env: Env) => boolean) => boolean | null;

/** `for x in xs, y in ys return ...`; the body sees the results so far as `partial`. */
export function compileFor(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [, sources, , body] = childrenOf(node);
  const loop = compileIterators(c, sources, names);
  const readsPartial = textOf(c, body).includes(PARTIAL);
  const { code, weight } = c.compileWeighed(body, readsPartial ? bind(loop.names, PARTIAL, 'partial') : loop.names);
  return (e, env) => {
    const partial: unknown[] = [];
    const done = loop.run(e, env, (inner) => {
      e.budget.spend(weight);
      e.budget.allocate(BYTES_PER_ELEMENT);
      partial.push(code(e, readsPartial ? { value: partial, up: inner } : inner));
      return true;
    });
    return done === null ? null : partial;
  };
}

/** `some x in xs satisfies ...` and `every`: a condition that is null counts as not satisfied. */
export function compileQuantified(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [quantifier, sources, , condition] = childrenOf(node);
  const loop = compileIterators(c, sources, names);
  const { code, weight } = c.compileWeighed(condition, loop.names);
  const isSome = textOf(c, quantifier) === 'some';
  return (e, env) => {
    let decided = false;
    const done = loop.run(e, env, (inner) => {
      e.budget.spend(weight);
      decided = (code(e, inner) === true) === isSome;
      return !decided;
    });
    return done === null ? null : decided === isSome;
  };
}

/** Nested loops, from left to right; a later source may read the names of those before it. */
function compileIterators(c: Compiler, node: SyntaxNode | undefined, outer: Names | null) {
  const nodes = node === undefined ? [] : childrenOf(node);
  const iterators: Iterator[] = [];
  let names = outer;
  for (const iterator of nodes) {
    const [nameNode, , context] = childrenOf(iterator);
    iterators.push(compileIterator(c, context, names));
    names = bind(names, nameNode === undefined ? '' : nameIn(nameNode, c.text));
  }
  const run = (e: Evaluation, env: Env | null, each: (env: Env) => boolean): boolean | null =>
    runNested(iterators, 0, e, env, each);
  return { names, run };
}

function runNested(
  iterators: readonly Iterator[],
  level: number,
  e: Evaluation,
  env: Env | null,
  each: (env: Env) => boolean,
): boolean | null {
  const iterator = iterators[level];
  if (iterator === undefined) return env === null ? true : each(env);
  if (level === iterators.length - 1) return iterator(e, env, each);
  let failed = false;
  const done = iterator(e, env, (inner) => {
    const result = runNested(iterators, level + 1, e, inner, each);
    failed ||= result === null;
    return result === true;
  });
  return failed ? null : done;
}

function compileIterator(c: Compiler, node: SyntaxNode | undefined, names: Names | null): Iterator {
  const [first, , second] = node === undefined ? [] : childrenOf(node);
  const start = compileSource(c, first, names);
  const weight = 2;
  if (second === undefined) {
    return (e, env, each) => {
      e.budget.spend(weight);
      const source = start(e, env);
      if (source === null) return e.warn(() => 'null has no elements');
      if (source instanceof FeelRange) return overRange(e, source, env, each);
      return overList(e, Array.isArray(source) ? source : [source], env, each);
    };
  }
  const end = c.compile(second, names);
  return (e, env, each) => {
    e.budget.spend(weight);
    return overRange(e, new FeelRange(start(e, env), end(e, env), true, true), env, each);
  };
}

function overList(e: Evaluation, list: readonly unknown[], env: Env | null, each: (env: Env) => boolean): boolean {
  for (let index = 0; index < list.length; index++) {
    e.budget.spend(1);
    if (!each({ value: admit(list[index]), up: env })) return false;
  }
  return true;
}

/** Whole steps between two numbers, or days between two dates, up or down. */
export function overRange(
  e: Evaluation,
  range: FeelRange,
  env: Env | null,
  each: (env: Env) => boolean,
): boolean | null {
  const ends = endsOf(range);
  if (ends === null) return e.warn(() => 'only ranges of numbers and of dates have elements');
  const { first, last, make } = ends;
  const step = first > last ? -1 : 1;
  for (let at = first; step > 0 ? at <= last : at >= last; at += step) {
    if (at === first && !range.startIncluded) continue;
    if (at === last && !range.endIncluded) continue;
    e.budget.spend(1);
    if (!each({ value: make(at), up: env })) return false;
  }
  return true;
}

function endsOf({ start, end }: FeelRange) {
  if (typeof start === 'number' && typeof end === 'number') {
    // Past 2^53 a step of one changes nothing.
    const isSafe = Math.abs(start) < Number.MAX_SAFE_INTEGER && Math.abs(end) < Number.MAX_SAFE_INTEGER;
    return isSafe ? { first: start, last: end, make: (at: number): unknown => at } : null;
  }
  if (start instanceof FeelDate && end instanceof FeelDate) {
    return { first: start.epochDay, last: end.epochDay, make: (at: number): unknown => FeelDate.ofEpochDay(at) };
  }
  return null;
}
