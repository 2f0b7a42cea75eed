import { constantText } from '../compile/attributes/values.js';
import { childrenOf, nameIn, parseSyntax, type SyntaxNode } from '../expression/syntax/parse-syntax.js';
import type { Node } from '../model/node.js';

/** The job type that the server does itself, and its input. */
const PROCESS_UPDATE = 'process.update';
const UPDATES = 'updates';

/** The names that a process update sets: keys of the context `updates`, or targets such as `updates.amount`. */
export function updatedNames(node: Node): readonly { readonly elementId: string; readonly name: string }[] {
  if (node.kind !== 'jobTask' || constantText(node.job.jobType) !== PROCESS_UPDATE) return [];
  const names = node.inputs.flatMap(({ target, source }) => {
    const [input, member] = target;
    if (input !== UPDATES) return [];
    if (member !== undefined) return [member];
    return source.type === 'feel' ? keysOf(source.expression.source) : [];
  });
  return [...new Set(names)].map((name) => ({ elementId: node.id, name }));
}

/** The keys of an expression that is a context. */
function keysOf(source: string): readonly string[] {
  const offset = /^\s*=/.exec(source)?.[0].length ?? 0;
  const text = source.slice(offset);
  const context = contextIn(parseSyntax(text, offset));
  if (context === undefined) return [];
  return childrenOf(context).flatMap((entry) => {
    const [key] = entry.name === 'ContextEntry' ? childrenOf(entry) : [];
    if (key === undefined) return [];
    const literal = key.firstChild;
    if (literal === null) return [text.slice(key.from, key.to)];
    return [literal.name === 'StringLiteral' ? text.slice(literal.from + 1, literal.to - 1) : nameIn(literal, text)];
  });
}

/** The context that the whole expression is. */
function contextIn(node: SyntaxNode): SyntaxNode | undefined {
  if (node.name === 'Context') return node;
  const [only, ...others] = childrenOf(node);
  return only === undefined || others.length > 0 ? undefined : contextIn(only);
}
