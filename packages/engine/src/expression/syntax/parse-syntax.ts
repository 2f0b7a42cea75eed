import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from 'lezer-feel';
import { ExpressionSyntaxError, excerpt } from '../values/errors.js';
import { NameContext } from './name-context.js';
import { forParser } from './parser-gaps.js';
import { trackNames } from './track-names.js';

export type { SyntaxNode } from '@lezer/common';

/** Longest accepted source, in characters. */
export const MAX_SOURCE_LENGTH = 10_000;
/** Deepest accepted nesting of the syntax tree. n operands joined by operators (`a or b or c`) nest n - 1 deep. */
export const MAX_NESTING = 200;
/** Where a comparison may lack its left side: `x in > 1`, `x in (> 1)`, `[> 1, < -1]`, `items[> 1]`. */
const unaryTestParents: ReadonlySet<string> = new Set([
  'PositiveUnaryTest',
  'FilterExpression',
  'List',
  'ParenthesizedExpression',
]);

/** What a text is: one expression, or tests with commas between them. */
export type Grammar = 'Expression' | 'UnaryTests';

/** Built-in functions whose names have keywords in them: the parser must know them. */
const functionNames = NameContext.empty.set('get or else', null);

function configure(top: Grammar, names: NameContext) {
  return parser.configure({
    top,
    // Names in backticks are read in this dialect only.
    dialect: 'camunda',
    contextTracker: trackNames(NameContext.of(functionNames, names)),
  });
}

const parsers = {
  Expression: configure('Expression', NameContext.empty),
  UnaryTests: configure('UnaryTests', NameContext.empty),
};
type Parser = ReturnType<typeof configure>;

/** Parsers by the names that they know: many texts are read with the same names, and making a parser takes as long as reading one. */
const knowing: Readonly<Record<Grammar, WeakMap<NameContext, Parser>>> = {
  Expression: new WeakMap(),
  UnaryTests: new WeakMap(),
};

function parserOf(grammar: Grammar, names: NameContext): Parser {
  if (names.isEmpty) return parsers[grammar];
  let found = knowing[grammar].get(names);
  if (found === undefined) {
    found = configure(grammar, names);
    knowing[grammar].set(names, found);
  }
  return found;
}

/**
 * Reads FEEL text (without the leading `=`), independently of the data. `offset` is added to reported positions.
 * @throws ExpressionSyntaxError for text that is not FEEL or exceeds a limit
 */
export function parseSyntax(
  text: string,
  offset: number,
  grammar: Grammar = 'Expression',
  names: NameContext = NameContext.empty,
): SyntaxNode {
  if (text.length > MAX_SOURCE_LENGTH) {
    throw new ExpressionSyntaxError(
      `An expression may have at most ${MAX_SOURCE_LENGTH} characters, this one has ${text.length}; move parts into script tasks`,
    );
  }
  if (text.trim() === '')
    throw new ExpressionSyntaxError('The expression is empty; write a value such as = true', offset);
  // Before parsing: the parser's name tracking is quadratic in the depth of brackets (3.5 s for 20,000 characters of `{a:`).
  refuseDeepBrackets(text, offset);
  let tree: Tree;
  try {
    tree = parserOf(grammar, names).parse(forParser(text));
  } catch (error) {
    throw new ExpressionSyntaxError(`Cannot read the expression "${excerpt(text)}": ${messageOf(error)}`);
  }
  inspect(tree, text, offset);
  return tree.topNode;
}

/** The children of a node, without comments. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!child.type.isSkipped) children.push(child);
  }
  return children;
}

/** The name in a VariableName, PathName, ParameterName or Name node: its parts joined by one space. */
export function nameIn(node: SyntaxNode, text: string): string {
  const parts = childrenOf(node);
  if (parts.length === 0) return text.slice(node.from, node.to).replace(/\s{2,}/g, ' ');
  return parts
    .map((part) => {
      const word = text.slice(part.from, part.to);
      return part.name === 'BacktickIdentifier' ? word.replace(/`/g, '') : word;
    })
    .join(' ');
}

/** The names of `a.b.c`; null for anything else. */
export function namePath(node: SyntaxNode, text: string): readonly string[] | null {
  if (node.name === 'VariableName') return [nameIn(node, text)];
  if (node.name !== 'PathExpression') return null;
  const [target, member] = childrenOf(node).filter(({ name }) => name !== '.');
  const before = target === undefined ? null : namePath(target, text);
  return before === null || member === undefined ? null : [...before, nameIn(member, text)];
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function inspect(tree: Tree, text: string, offset: number): void {
  let depth = 0;
  tree.iterate({
    enter(node) {
      if (node.type.isError) throw unreadable(text, node.from, node.to, offset);
      if (++depth > MAX_NESTING) throw tooDeep(node.from + offset);
      if (node.name === 'CompareOp') refuseStrayComparison(node.node, text, offset);
    },
    leave() {
      depth--;
    },
  });
}

function unreadable(text: string, from: number, to: number, offset: number): ExpressionSyntaxError {
  const rest = text.slice(from).trimStart();
  const problem =
    rest === ''
      ? 'it ends too early'
      : `"${excerpt(to > from ? text.slice(from, to) : rest)}" is not allowed at character ${from + offset + 1}`;
  return new ExpressionSyntaxError(
    `Cannot read the expression "${excerpt(text)}": ${problem}; FEEL compares with = and !=, joins with and/or, negates with not(...), quotes text with "..."`,
    from + offset,
  );
}

/** The parser reads `a == 1` as a comparison of `a` with the unary test `= 1`, which is never meant. */
function refuseStrayComparison(operator: SyntaxNode, text: string, offset: number): void {
  const test = operator.parent;
  const place = test?.parent?.name ?? '';
  if (test?.name !== 'SimplePositiveUnaryTest' || unaryTestParents.has(place)) return;
  throw unreadable(text, operator.from, operator.to, offset);
}

function refuseDeepBrackets(text: string, offset: number): void {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '\\' && quoted) index++;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '(' || char === '[' || char === '{') {
      if (++depth > MAX_NESTING) throw tooDeep(index + offset);
    } else if (char === ')' || char === ']' || char === '}') depth--;
  }
}

function tooDeep(position: number): ExpressionSyntaxError {
  return new ExpressionSyntaxError(
    `The expression nests deeper than ${MAX_NESTING} levels; split it over several script tasks`,
    position,
  );
}
