import { ANY, builtinType, type FeelType } from '../conversion/feel-type.js';
import { childrenOf, nameIn, type SyntaxNode } from '../syntax/parse-syntax.js';
import { type Compiler, textOf } from './compiler.js';

/** The type that a node of kind Type names. */
export function compileType(c: Compiler, node: SyntaxNode): FeelType {
  const [inner] = node.name === 'Type' || node.name === 'ArgumentType' ? childrenOf(node) : [node];
  if (inner === undefined) return ANY;
  const nested = childrenOf(inner);
  switch (inner.name) {
    case 'Type':
      return compileType(c, inner);
    case 'ListType': {
      const element = nested.find(({ name }) => name === 'Type');
      // The parser knows no ranges of a type: parse-syntax.ts shows it a list in place of them.
      const kind = textOf(c, inner).trimStart().startsWith('list') ? 'list' : 'range';
      return { kind, element: element === undefined ? ANY : compileType(c, element) };
    }
    case 'ContextType':
      return { kind: 'context', entries: entriesIn(c, nested) };
    case 'FunctionType': {
      const list = nested.find(({ name }) => name === 'ArgumentTypes');
      const returns = nested.findLast(({ name }) => name === 'Type');
      return {
        kind: 'function',
        parameters: list === undefined ? [] : childrenOf(list).map((argument) => compileType(c, argument)),
        returns: returns === undefined ? ANY : compileType(c, returns),
      };
    }
    default:
      return named(c, textOf(c, inner).replace(/\s+/g, ' ').trim());
  }
}

function entriesIn(c: Compiler, nodes: readonly SyntaxNode[]) {
  const list = nodes.find(({ name }) => name === 'ContextEntryTypes');
  return (list === undefined ? [] : childrenOf(list)).map((entry) => {
    const [nameNode, typeNode] = childrenOf(entry);
    return {
      name: nameNode === undefined ? '' : nameIn(nameNode, c.text),
      type: typeNode === undefined ? ANY : compileType(c, typeNode),
    };
  });
}

function named(c: Compiler, name: string): FeelType {
  return c.types(name) ?? builtinType(name) ?? { kind: 'unknown', name };
}
