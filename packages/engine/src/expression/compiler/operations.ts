import type { Code } from '../evaluation/evaluation.js';
import { type ArithmeticOperator, calculate, negate } from '../operators/arithmetic.js';
import { equal, type OrderOperator, order } from '../operators/compare.js';
import { childrenOf, type SyntaxNode } from '../syntax/parse-syntax.js';
import { type Compiler, textOf } from './compiler.js';
import type { Names } from './names.js';

const arithmeticOperators: ReadonlyMap<string, ArithmeticOperator> = new Map([
  ['+', '+'],
  ['-', '-'],
  ['*', '*'],
  ['/', '/'],
  ['**', '**'],
  ['^', '**'],
]);

/** Three-valued logic: every value but true and false is unknown. Both sides are evaluated, unless the first decides. */
export function compileLogic(c: Compiler, node: SyntaxNode, names: Names | null, decisive: boolean): Code {
  const [first, , second] = childrenOf(node);
  const left = c.compile(first, names);
  const right = c.compile(second, names);
  return (e, env) => {
    const a = left(e, env);
    if (a === decisive) return decisive;
    const b = right(e, env);
    if (b === decisive) return decisive;
    if (a === !decisive && b === !decisive) return !decisive;
    return e.warn(() => `${decisive ? 'or' : 'and'} needs true and false on both sides`);
  };
}

/** `=`, `!=`, `<` … and `between`; `in` is compiled elsewhere. */
export function compileComparison(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [first, operatorNode, second, , third] = childrenOf(node);
  const operator = textOf(c, operatorNode);
  const left = c.compile(first, names);
  const right = c.compile(second, names);
  if (operator === 'between') return compileBetween(left, right, c.compile(third, names));
  return comparison(operator, left, right);
}

function compileBetween(value: Code, low: Code, high: Code): Code {
  return (e, env) => {
    const point = value(e, env);
    const start = low(e, env);
    const end = high(e, env);
    const above = order(e, '>=', point, start);
    const below = order(e, '<=', point, end);
    return above === null || below === null ? null : above && below;
  };
}

function comparison(operator: string, left: Code, right: Code): Code {
  switch (operator) {
    case '=':
      return (e, env) => equal(e, left(e, env), right(e, env));
    case '!=':
      return (e, env) => {
        const result = equal(e, left(e, env), right(e, env));
        return result === null ? null : !result;
      };
    // Numbers are compared in place: that is what most conditions do.
    case '>':
      return (e, env) => {
        const a = left(e, env);
        const b = right(e, env);
        return typeof a === 'number' && typeof b === 'number' ? a > b : order(e, '>', a, b);
      };
    default:
      return (e, env) => order(e, operator as OrderOperator, left(e, env), right(e, env));
  }
}

export function compileArithmetic(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const children = childrenOf(node);
  if (children.length === 2) {
    const operand = c.compile(children[1], names);
    return (e, env) => negate(e, operand(e, env));
  }
  const left = c.compile(children[0], names);
  const right = c.compile(children[2], names);
  const operator = arithmeticOperators.get(textOf(c, children[1])) ?? '+';
  return (e, env) => calculate(e, operator, left(e, env), right(e, env));
}

/** Every condition but true takes the `else` branch. */
export function compileIf(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [, first, , second, , third] = childrenOf(node);
  const condition = c.compile(first, names);
  const whenTrue = c.compile(second, names);
  const otherwise = c.compile(third, names);
  return (e, env) => (condition(e, env) === true ? whenTrue(e, env) : otherwise(e, env));
}
