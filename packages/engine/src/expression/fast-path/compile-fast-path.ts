import { literalIn } from '../syntax/literal.js';
import { childrenOf, nameIn, type SyntaxNode } from '../syntax/parse-syntax.js';
import { compileMembership } from './membership.js';
import {
  type ArithmeticOperator,
  admit,
  between,
  calculate,
  type Evaluator,
  equal,
  member,
  order,
} from './operators.js';

const arithmeticOperators: ReadonlyMap<string, ArithmeticOperator> = new Map([
  ['+', '+'],
  ['-', '-'],
  ['*', '*'],
  ['/', '/'],
  ['**', '**'],
  ['^', '**'],
]);

/** A function that evaluates the expression exactly as feelin does; undefined when it uses constructs outside the fast path. */
export function compileFastPath(root: SyntaxNode, text: string): Evaluator | undefined {
  return compile(root);

  function compile(node: SyntaxNode | undefined): Evaluator | undefined {
    if (node === undefined) return undefined;
    const children = childrenOf(node);
    switch (node.name) {
      case 'Expression':
        return children.length === 1 ? compile(children[0]) : undefined;
      case 'ParenthesizedExpression':
        return children.length === 3 ? compile(children[1]) : undefined;
      case 'NumericLiteral':
      case 'StringLiteral':
      case 'BooleanLiteral':
      case 'null': {
        const value = literalIn(node, text);
        return value === undefined ? undefined : () => value;
      }
      case 'VariableName': {
        const name = nameIn(node, text);
        return (scope) => (scope.has(name) ? admit(scope.get(name)) : null);
      }
      case 'PathExpression':
        return compilePath(children);
      case 'Conjunction':
      case 'Disjunction':
        return compileLogic(node.name === 'Disjunction', children);
      case 'Comparison':
        return compileComparison(children);
      case 'ArithmeticExpression':
        return compileArithmetic(children);
      case 'IfExpression':
        return compileIf(children);
      case 'FunctionInvocation':
        return compileNot(children);
      default:
        return undefined;
    }
  }

  function textOf(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : text.slice(node.from, node.to);
  }

  function compilePath([target, , name]: SyntaxNode[]): Evaluator | undefined {
    const evaluateTarget = compile(target);
    // Names with spaces or operators are compared by feelin after normalising the keys of the data.
    if (evaluateTarget === undefined || name?.name !== 'PathName' || !/^\w+$/.test(textOf(name))) return undefined;
    const key = textOf(name);
    return (scope) => member(evaluateTarget(scope), key);
  }

  /** Three-valued logic: every value but true and false is unknown. Both sides are always evaluated, as in feelin. */
  function compileLogic(decisive: boolean, [first, , second]: SyntaxNode[]): Evaluator | undefined {
    const left = compile(first);
    const right = compile(second);
    if (left === undefined || right === undefined) return undefined;
    return (scope) => {
      const a = left(scope);
      const b = right(scope);
      if (a === decisive || b === decisive) return decisive;
      return a === !decisive && b === !decisive ? !decisive : null;
    };
  }

  function compileComparison(children: SyntaxNode[]): Evaluator | undefined {
    const [first, operatorNode, second, , third] = children;
    const left = compile(first);
    if (left === undefined) return undefined;
    const operator = textOf(operatorNode);
    if (operator === 'in') return compileMembership(left, children.slice(2), text);
    const right = compile(second);
    if (right === undefined) return undefined;
    switch (operator) {
      case '=':
        return (scope) => equal(left(scope), right(scope));
      case '!=':
        return (scope) => negate(equal(left(scope), right(scope)));
      case '<':
      case '<=':
      case '>':
      case '>=':
        return (scope) => order(operator, left(scope), right(scope));
      case 'between': {
        const high = compile(third);
        return high === undefined ? undefined : (scope) => between(left(scope), right(scope), high(scope));
      }
      default:
        return undefined;
    }
  }

  function compileArithmetic(children: SyntaxNode[]): Evaluator | undefined {
    if (children.length === 2) {
      const operand = compile(children[1]);
      if (operand === undefined || textOf(children[0]) !== '-') return undefined;
      return (scope) => calculate('-', 0, operand(scope));
    }
    const left = compile(children[0]);
    const operator = arithmeticOperators.get(textOf(children[1]));
    const right = compile(children[2]);
    if (left === undefined || right === undefined || operator === undefined) return undefined;
    return (scope) => calculate(operator, left(scope), right(scope));
  }

  /** As in feelin, every condition but false and null takes the `then` branch. */
  function compileIf([, first, , second, , third]: SyntaxNode[]): Evaluator | undefined {
    const condition = compile(first);
    const whenTrue = compile(second);
    const otherwise = compile(third);
    if (condition === undefined || whenTrue === undefined || otherwise === undefined) return undefined;
    return (scope) => {
      const value = condition(scope);
      return value === false || value === null ? otherwise(scope) : whenTrue(scope);
    };
  }

  function compileNot([callee, , parameters]: SyntaxNode[]): Evaluator | undefined {
    if (textOf(callee) !== 'not' || parameters?.name !== 'PositionalParameters') return undefined;
    const [parameter, ...others] = childrenOf(parameters);
    const operand = others.length === 0 ? compile(parameter) : undefined;
    return operand === undefined ? undefined : (scope) => negate(operand(scope));
  }
}

function negate(value: unknown): boolean | null {
  return typeof value === 'boolean' ? !value : null;
}
