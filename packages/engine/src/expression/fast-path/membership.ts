import { literalIn } from '../syntax/literal.js';
import { childrenOf, type SyntaxNode } from '../syntax/parse-syntax.js';
import { type Evaluator, inRange, leftToFeelin, type OrderOperator, order } from './operators.js';

/** One test of `x in ...`: true, false, or null for unknown. */
type Test = (value: unknown) => boolean | null;

/**
 * `x in ("a", "b")`, `x in ["a", "b"]`, `x in [1..10]`, `x in (> 5, null)` with literals only; undefined for anything else.
 * `nodes` are the nodes after the word `in`.
 */
export function compileMembership(left: Evaluator, nodes: readonly SyntaxNode[], text: string): Evaluator | undefined {
  const tests = nodes.length === 1 ? single(nodes[0], text) : several(nodes[1], text);
  if (tests === undefined) return undefined;
  return (scope) => {
    const value = left(scope);
    if (typeof value === 'object' && value !== null) throw leftToFeelin;
    let unknown = false;
    for (const test of tests) {
      const result = test(value);
      if (result === true) return true;
      unknown ||= result === null;
    }
    return unknown ? null : false;
  };
}

function single(node: SyntaxNode | undefined, text: string): Test[] | undefined {
  const inner = node?.name === 'PositiveUnaryTest' ? childrenOf(node) : [];
  const only = inner[0];
  if (only === undefined || inner.length !== 1) return undefined;
  // `x in null` is null, not a test for null.
  if (only.name === 'null') return undefined;
  if (only.name !== 'List') return all([only], text);
  return all(childrenOf(only).slice(1, -1), text);
}

function several(node: SyntaxNode | undefined, text: string): Test[] | undefined {
  if (node?.name !== 'PositiveUnaryTests') return undefined;
  const inner = childrenOf(node).map((test) => childrenOf(test)[0]);
  return all(inner, text);
}

function all(nodes: readonly (SyntaxNode | undefined)[], text: string): Test[] | undefined {
  const tests: Test[] = [];
  for (const node of nodes) {
    const test = node === undefined ? undefined : compileTest(node, text);
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return tests;
}

function compileTest(node: SyntaxNode, text: string): Test | undefined {
  if (node.name !== 'SimplePositiveUnaryTest') {
    const literal = literalIn(node, text);
    // In a membership test, a value of another type is not equal: false, not unknown.
    return literal === undefined ? undefined : (value) => value === literal;
  }
  const parts = childrenOf(node);
  const [first, second] = parts;
  if (first?.name === 'Interval' && parts.length === 1) return compileInterval(first, text);
  if (first?.name !== 'CompareOp' || second === undefined) return undefined;
  const bound = literalIn(second, text);
  const operator = text.slice(first.from, first.to);
  return isOrder(operator) && isBound(bound) ? (value) => order(operator, value, bound) : undefined;
}

function compileInterval(node: SyntaxNode, text: string): Test | undefined {
  const [open, low, , high, close] = childrenOf(node);
  if (open === undefined || low === undefined || high === undefined || close === undefined) return undefined;
  const start = literalIn(low, text);
  const end = literalIn(high, text);
  if (!isBound(start) || !isBound(end) || typeof start !== typeof end) return undefined;
  const startIncluded = open.name === '[';
  const endIncluded = close.name === ']';
  return (value) => inRange(value, start, end, startIncluded, endIncluded);
}

function isBound(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

function isOrder(operator: string): operator is OrderOperator {
  return operator === '<' || operator === '<=' || operator === '>' || operator === '>=';
}
