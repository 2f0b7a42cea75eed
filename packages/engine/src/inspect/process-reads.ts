import { childrenOf, namePath, parseSyntax, type SyntaxNode } from '../expression/syntax/parse-syntax.js';
import type { Expression } from '../expression/values/expression-types.js';
import type { ExecutableModel } from '../model/executable-model.js';

const PROCESS = 'process';
/** Links of the graph, and what is not FEEL. */
const notExpressions: ReadonlySet<string> = new Set([
  'incoming',
  'outgoing',
  'defaultFlow',
  'form',
  'headers',
  'upstream',
]);

type Read = { readonly elementId: string; readonly path: readonly string[] };

/** Every member of `process` that an expression of the diagram reads by its name, once for each element. */
export function readsOfProcess({ nodes, flows }: ExecutableModel): readonly Read[] {
  return [
    ...nodes.flatMap((node) => readsIn(node.id, expressionsIn(node))),
    ...flows.flatMap(({ id, condition }) => readsIn(id, condition === null ? [] : [condition])),
  ];
}

function readsIn(elementId: string, expressions: Iterable<Expression>): readonly Read[] {
  const reads = new Map<string, Read>();
  for (const { source, variables } of expressions) {
    if (!variables.has(PROCESS)) continue;
    for (const path of pathsIn(source)) reads.set(path.join('\0'), { elementId, path });
  }
  return [...reads.values()];
}

/** The expressions in the attributes of a node. They are frozen plain objects without cycles, apart from the flows. */
function* expressionsIn(value: unknown): Iterable<Expression> {
  if (typeof value !== 'object' || value === null) return;
  if (isExpression(value)) {
    yield value;
    return;
  }
  for (const [key, member] of Object.entries(value)) if (!notExpressions.has(key)) yield* expressionsIn(member);
}

const isExpression = (value: object): value is Expression =>
  'evaluate' in value && 'variables' in value && 'source' in value;

/** `process.fields.amount > 1` gives `['fields', 'amount']`. Names that the expression itself defines are not followed. */
function pathsIn(source: string): readonly (readonly string[])[] {
  const offset = /^\s*=/.exec(source)?.[0].length ?? 0;
  const text = source.slice(offset);
  const found: (readonly string[])[] = [];
  const walk = (node: SyntaxNode): void => {
    const path = namePath(node, text);
    if (path !== null && path[0] === PROCESS) found.push(path.slice(1));
    else for (const child of childrenOf(node)) walk(child);
  };
  walk(parseSyntax(text, offset));
  return found;
}
