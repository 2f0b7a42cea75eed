import { admit } from '../conversion/admit.js';
import type { Code, Env } from '../evaluation/evaluation.js';
import { member, memberName } from '../operators/member.js';
import { childrenOf, nameIn, type SyntaxNode } from '../syntax/parse-syntax.js';
import type { Compiler } from './compiler.js';
import { bind, INPUT, ITEM, type Names } from './names.js';
import { compileTest } from './tests.js';
import { compileLivePartial } from './variables.js';

const BYTES_PER_ELEMENT = 8;

/** `target.name` */
export function compilePath(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [first, , second] = childrenOf(node);
  const target = compileSource(c, first, names);
  const key = memberName(second === undefined ? '' : nameIn(second, c.text));
  return (e, env) => member(e, target(e, env), key);
}

/** What is only read: the results of a loop need no copy there. */
export function compileSource(c: Compiler, node: SyntaxNode | undefined, names: Names | null): Code {
  if (node?.name === 'VariableName') {
    const live = compileLivePartial(nameIn(node, c.text), names);
    if (live !== undefined) return live;
  }
  return c.compile(node, names);
}

/** `target[filter]`: an element by its number, or the elements for which the filter is true. */
export function compileFilter(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [first, , second] = childrenOf(node);
  const target = compileSource(c, first, names);
  if (second?.name === 'NumericLiteral') return compileIndex(target, c.compile(second, names));
  const inner = bind(bind(names, ITEM, 'element'), INPUT);
  const before = c.weight;
  const filter = second?.name === 'SimplePositiveUnaryTest' ? compileTest(c, second, inner) : c.compile(second, inner);
  const weight = c.weight - before + 1;
  const selects = second !== undefined && isCondition(second);
  return (e, env) => {
    const value = target(e, env);
    if (value === null) return null;
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const kept: unknown[] = [];
    if (list.length === 0 && !selects) {
      const index = filter(e, { value: null, up: { value: null, up: env } });
      return typeof index === 'number' ? null : kept;
    }
    for (let at = 0; at < list.length; at++) {
      e.budget.spend(weight);
      const element = admit(list[at]);
      const around: Env = { value: element, up: { value: element, up: env } };
      const result = filter(e, around);
      if (at === 0 && typeof result === 'number') return elementAt(list, result);
      if (result === true) kept.push(element);
    }
    e.budget.allocate(kept.length * BYTES_PER_ELEMENT);
    return kept;
  };
}

/** Nodes that are never a number. */
function isCondition(node: SyntaxNode): boolean {
  return /^(Comparison|Conjunction|Disjunction|QuantifiedExpression|InstanceOfExpression|BooleanLiteral|SimplePositiveUnaryTest)$/.test(
    node.name,
  );
}

function compileIndex(target: Code, index: Code): Code {
  return (e, env) => {
    const value = target(e, env);
    const at = index(e, env);
    if (value === null || typeof at !== 'number') return null;
    return elementAt(Array.isArray(value) ? value : [value], at);
  };
}

/** The element of that number, counted from 1, or from the end when negative. */
function elementAt(list: readonly unknown[], number: number): unknown {
  const index = number < 0 ? list.length + Math.trunc(number) : Math.trunc(number) - 1;
  return index >= 0 && index < list.length ? admit(list[index]) : null;
}
