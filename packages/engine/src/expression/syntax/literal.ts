import type { SyntaxNode } from './parse-syntax.js';

/** The value of a literal node; undefined where its text needs more than slicing (escapes). */
export function literalIn(node: SyntaxNode, text: string): null | boolean | number | string | undefined {
  const word = text.slice(node.from, node.to);
  switch (node.name) {
    case 'NumericLiteral':
      return Number(word);
    case 'StringLiteral':
      return word.includes('\\') ? undefined : word.slice(1, -1);
    case 'BooleanLiteral':
      return word === 'true';
    case 'null':
      return null;
    default:
      return undefined;
  }
}
