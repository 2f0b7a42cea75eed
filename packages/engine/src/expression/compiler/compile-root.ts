import type { Builtin } from '../builtins/builtin.js';
import type { FeelType } from '../conversion/feel-type.js';
import type { Code } from '../evaluation/evaluation.js';
import { type KnownNames, NameContext } from '../syntax/name-context.js';
import { childrenOf, type Grammar, parseSyntax, type SyntaxNode } from '../syntax/parse-syntax.js';
import { ExpressionSyntaxError } from '../values/errors.js';
import { compileNode } from './compile-node.js';
import type { Compiler } from './compiler.js';
import { bind, INPUT, type Names } from './names.js';
import { compileUnaryTestsNode } from './unary-tests.js';

/** What the text may assume about the scope that it will be evaluated in. */
export interface CompileOptions {
  /** Names that the scope has, with those of their members: they may have spaces and operators, and may be functions. */
  readonly names?: KnownNames | NameContext;
  /** Types that the model declares, by name. */
  readonly types?: (name: string) => FeelType | undefined;
  /** Whether a call of an unknown function is refused; else its value is null, as DMN says. Default true. */
  readonly strict?: boolean;
  /** The built-in functions by name; default: those of the registry. */
  readonly builtins?: ReadonlyMap<string, Builtin>;
}

export interface CompiledRoot {
  /** The text without the leading `=`. */
  readonly text: string;
  readonly code: Code;
  readonly variables: ReadonlySet<string>;
  /** Steps of one evaluation beside loops, calls and functions. */
  readonly weight: number;
  /** Whether the value is one of the scope, read by a path and not made. */
  readonly isPath: boolean;
  /** Whether it is made of literals alone. */
  readonly isConstant: boolean;
}

/** @throws ExpressionSyntaxError */
export function compileRoot(
  source: string,
  grammar: Grammar,
  builtins: ReadonlyMap<string, Builtin>,
  { names = NameContext.empty, types = () => undefined, strict = true }: CompileOptions,
): CompiledRoot {
  const offset = grammar === 'Expression' ? (/^\s*=/.exec(source)?.[0].length ?? 0) : 0;
  const text = source.slice(offset);
  const known = NameContext.of(names);
  const root = parseSyntax(text, offset, grammar, known);
  const variables = new Set<string>();
  const compiler: Compiler = {
    text,
    offset,
    strict,
    builtins,
    known,
    types,
    variables,
    weight: 0,
    readsInput: false,
    compile(node: SyntaxNode | undefined, bound: Names | null): Code {
      if (node === undefined)
        throw new ExpressionSyntaxError(`Cannot read the expression "${text.slice(0, 80)}"`, offset);
      return compileNode(compiler, node, bound);
    },
    compileWeighed(node, bound) {
      const before = compiler.weight;
      const code = compiler.compile(node, bound);
      return { code, weight: compiler.weight - before };
    },
  };
  const code =
    grammar === 'UnaryTests' ? compileUnaryTestsNode(compiler, root, bind(null, INPUT)) : compiler.compile(root, null);
  return { text, code, variables, weight: compiler.weight, isPath: isPath(root), isConstant: isConstant(root) };
}

function isPath(node: SyntaxNode): boolean {
  if (node.name === 'VariableName') return true;
  const [target, , name] = childrenOf(node);
  if (node.name === 'Expression') return target !== undefined && isPath(target);
  return node.name === 'PathExpression' && name !== undefined && target !== undefined && isPath(target);
}

const literals: ReadonlySet<string> = new Set(['NumericLiteral', 'StringLiteral', 'BooleanLiteral', 'null']);

function isConstant(node: SyntaxNode): boolean {
  const children = childrenOf(node);
  switch (node.name) {
    case 'Expression':
      return children.every(isConstant);
    case 'List':
    case 'ParenthesizedExpression':
      return children.slice(1, -1).every(isConstant);
    default:
      return literals.has(node.name);
  }
}
