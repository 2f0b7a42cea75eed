import { isInstance } from '../conversion/conforms.js';
import type { Code } from '../evaluation/evaluation.js';
import { childrenOf, nameIn, type SyntaxNode } from '../syntax/parse-syntax.js';
import { ExpressionSyntaxError } from '../values/errors.js';
import { compileCall } from './calls.js';
import { type Compiler, textOf } from './compiler.js';
import { compileContext, compileFunction, compileList } from './constructors.js';
import { compileFor, compileQuantified } from './iterations.js';
import { compileAt, compileNumber, compileString } from './literals.js';
import { INPUT, type Names } from './names.js';
import { compileArithmetic, compileComparison, compileIf, compileLogic } from './operations.js';
import { compileFilter, compilePath } from './paths.js';
import { compileIn, compileInterval, compileRangeValue } from './tests.js';
import { compileType } from './types.js';
import { compileVariable } from './variables.js';

/** The function that evaluates a node of the syntax tree. */
export function compileNode(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  c.weight += 1;
  const children = childrenOf(node);
  switch (node.name) {
    case 'Expression':
    case 'Expressions':
    case 'FunctionBody':
    case 'PositiveUnaryTest':
      return c.compile(children[0], names);
    case 'ParenthesizedExpression':
      return c.compile(children[1], names);
    case 'NumericLiteral':
      return compileNumber(c, node);
    case 'StringLiteral':
      return compileString(c, node);
    case 'BooleanLiteral': {
      const value = textOf(c, node) === 'true';
      return () => value;
    }
    case 'null':
      return () => null;
    case 'DateTimeLiteral':
      return children.length === 1 ? compileAt(c, node) : compileCall(c, node, names);
    case 'VariableName':
      return compileVariable(c, nameIn(node, c.text), names);
    case '?':
      c.readsInput = true;
      return compileVariable(c, INPUT, names);
    case 'PathExpression':
      return compilePath(c, node, names);
    case 'FilterExpression':
      return compileFilter(c, node, names);
    case 'Conjunction':
      return compileLogic(c, node, names, false);
    case 'Disjunction':
      return compileLogic(c, node, names, true);
    case 'Comparison':
      return textOf(c, children[1]) === 'in' ? compileIn(c, node, names) : compileComparison(c, node, names);
    case 'ArithmeticExpression':
      return compileArithmetic(c, node, names);
    case 'InstanceOfExpression':
      return compileInstanceOf(c, children, names);
    case 'IfExpression':
      return compileIf(c, node, names);
    case 'ForExpression':
      return compileFor(c, node, names);
    case 'QuantifiedExpression':
      return compileQuantified(c, node, names);
    case 'FunctionInvocation':
      return compileCall(c, node, names);
    case 'FunctionDefinition':
      return compileFunction(c, node, names);
    case 'List':
      return compileList(c, node, names);
    case 'Context':
      return compileContext(c, node, names);
    case 'SimplePositiveUnaryTest':
      return compileRangeValue(c, node, names);
    case 'Interval':
      return compileInterval(c, node, names);
    default:
      throw new ExpressionSyntaxError(`"${textOf(c, node)}" cannot stand here`, node.from + c.offset);
  }
}

function compileInstanceOf(c: Compiler, children: readonly SyntaxNode[], names: Names | null): Code {
  const value = c.compile(children[0], names);
  const typeNode = children.at(-1);
  const type = typeNode === undefined ? { kind: 'any' as const } : compileType(c, typeNode);
  return (e, env) => isInstance(e, value(e, env), type);
}
