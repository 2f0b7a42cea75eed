import type { Code, Env } from '../evaluation/evaluation.js';
import { passesAny } from '../operators/membership.js';
import { childrenOf, type SyntaxNode } from '../syntax/parse-syntax.js';
import type { Compiler } from './compiler.js';
import type { Names } from './names.js';
import { compileTest } from './tests.js';

/** The whole of a text of unary tests; the input is the innermost bound value. */
export function compileUnaryTestsNode(c: Compiler, node: SyntaxNode, names: Names): Code {
  const children = childrenOf(node);
  if (children.some(({ name }) => name === 'Wildcard')) return () => true;
  const list = children.find(({ name }) => name === 'PositiveUnaryTests');
  const tests = (list === undefined ? [] : childrenOf(list)).map((test) => compileTest(c, test, names));
  const negated = children[0]?.name === 'not';
  return (e, env) => {
    const result = passesAny(tests, e, env as Env);
    return negated && result !== null ? !result : result;
  };
}
