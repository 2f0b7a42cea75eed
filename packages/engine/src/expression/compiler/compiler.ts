import type { Builtin } from '../builtins/builtin.js';
import type { FeelType } from '../conversion/feel-type.js';
import type { Code } from '../evaluation/evaluation.js';
import type { NameContext } from '../syntax/name-context.js';
import type { SyntaxNode } from '../syntax/parse-syntax.js';
import type { Names } from './names.js';

/** What the compilation of one text shares between its parts. */
export interface Compiler {
  readonly text: string;
  /** Added to positions in errors. */
  readonly offset: number;
  /** Whether a call of a function that nothing defines is an error; else its value is null. */
  readonly strict: boolean;
  readonly builtins: ReadonlyMap<string, Builtin>;
  /** Names that the scope is known to have. */
  readonly known: NameContext;
  readonly types: (name: string) => FeelType | undefined;
  /** Root variables that are read, collected while compiling. */
  readonly variables: Set<string>;
  /** Nodes compiled so far, with their weights: the difference around a part is what evaluating it costs at most. */
  weight: number;
  /** Whether `?` was read. */
  readsInput: boolean;
  compile(node: SyntaxNode | undefined, names: Names | null): Code;
  /** As `compile`, with the cost of one evaluation in steps; what functions and loops inside do counts by itself. */
  compileWeighed(node: SyntaxNode | undefined, names: Names | null): { readonly code: Code; readonly weight: number };
}

export function textOf(c: Compiler, node: SyntaxNode | undefined): string {
  return node === undefined ? '' : c.text.slice(node.from, node.to);
}
