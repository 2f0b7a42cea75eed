import type { Code } from '../evaluation/evaluation.js';
import { compare, equal, type OrderOperator, order } from '../operators/compare.js';
import { isIn, passesAny } from '../operators/membership.js';
import { childrenOf, type SyntaxNode } from '../syntax/parse-syntax.js';
import { FeelRange } from '../values/feel-range.js';
import { type Compiler, textOf } from './compiler.js';
import { bind, INPUT, type Names } from './names.js';

const conditions: ReadonlySet<string> = new Set([
  'Comparison',
  'Conjunction',
  'Disjunction',
  'QuantifiedExpression',
  'InstanceOfExpression',
]);

/** `value in test` and `value in (test, test)`. */
export function compileIn(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [first, , ...rest] = childrenOf(node);
  const value = c.compile(first, names);
  const inner = bind(names, INPUT);
  const several = rest.find(({ name }) => name === 'PositiveUnaryTests');
  const nodes = several === undefined ? rest : childrenOf(several);
  const outer = c.readsInput;
  const tests = nodes.map((test) => compileTest(c, test, inner));
  c.readsInput = outer;
  // `x in null` is null, not a test for null.
  if (several === undefined && isNull(nodes[0])) return (e) => e.warn(() => 'nothing is in null');
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return (e, env) => only(e, { value: value(e, env), up: env });
  return (e, env) => passesAny(tests, e, { value: value(e, env), up: env });
}

function isNull(node: SyntaxNode | undefined): boolean {
  if (node?.name === 'null') return true;
  const [only, ...others] = node?.name === 'PositiveUnaryTest' ? childrenOf(node) : [];
  return others.length === 0 && only?.name === 'null';
}

/**
 * One unary test on the input, which is the innermost bound value: true, false or null. A comparison without a left side, a range, a
 * condition that reads `?`, or a value that the input equals or is in.
 */
export function compileTest(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  if (node.name === 'PositiveUnaryTest') {
    const [inner] = childrenOf(node);
    if (inner !== undefined) return compileTest(c, inner, names);
  }
  if (node.name === 'ParenthesizedExpression') {
    const inner = childrenOf(node)[1];
    if (inner?.name === 'SimplePositiveUnaryTest') return compileTest(c, inner, names);
  }
  if (node.name === 'SimplePositiveUnaryTest') {
    const [operatorNode, operand] = childrenOf(node);
    if (operatorNode?.name === 'CompareOp') return compileOperatorTest(c, operatorNode, operand, names);
  }
  const outer = c.readsInput;
  c.readsInput = false;
  const code = c.compile(node, names);
  const isCondition = c.readsInput || conditions.has(node.name);
  c.readsInput ||= outer;
  const isLiteral = node.name === 'BooleanLiteral';
  return (e, env) => {
    const input = env === null ? null : env.value;
    const candidate = code(e, env);
    if (typeof candidate === 'boolean' && !isLiteral && (isCondition || typeof input !== 'boolean')) return candidate;
    if (isCondition && candidate === null) return null;
    return isIn(e, input, candidate);
  };
}

function compileOperatorTest(
  c: Compiler,
  operatorNode: SyntaxNode,
  operand: SyntaxNode | undefined,
  names: Names | null,
): Code {
  const operator = textOf(c, operatorNode);
  const right = c.compile(operand, names);
  switch (operator) {
    case '=':
      return (e, env) => equal(e, env === null ? null : env.value, right(e, env));
    case '!=':
      return (e, env) => {
        const result = equal(e, env === null ? null : env.value, right(e, env));
        return result === null ? null : !result;
      };
    default:
      return (e, env) => order(e, operator as OrderOperator, env === null ? null : env.value, right(e, env));
  }
}

/** A comparison without a left side, or a range, as a value: `(> 5)` is the range of the numbers above 5. */
export function compileRangeValue(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [first, operand] = childrenOf(node);
  if (first?.name !== 'CompareOp') return c.compile(first, names);
  const code = c.compile(operand, names);
  const operator = textOf(c, first);
  return (e, env) => {
    const value = code(e, env);
    switch (operator) {
      case '<':
      case '<=':
        return new FeelRange(null, value, false, operator === '<=');
      case '>':
      case '>=':
        return new FeelRange(value, null, operator === '>=', false);
      case '=':
        return new FeelRange(value, value, true, true);
      default:
        return e.warn(() => 'what differs from a value is no range');
    }
  };
}

/** `[low..high]`: null when the ends have no common order, or the first is above the last. */
export function compileInterval(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [open, low, , high, close] = childrenOf(node);
  const start = c.compile(low, names);
  const end = c.compile(high, names);
  const startIncluded = textOf(c, open) === '[';
  const endIncluded = textOf(c, close) === ']';
  return (e, env) => {
    const first = start(e, env);
    const last = end(e, env);
    const difference = compare(e, first, last);
    if (difference !== null && difference <= 0) return new FeelRange(first, last, startIncluded, endIncluded);
    return e.warn(() => 'the ends of a range must be of one type and in order');
  };
}
