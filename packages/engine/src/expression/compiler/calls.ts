import type { Builtin } from '../builtins/builtin.js';
import type { Code, Env, Evaluation } from '../evaluation/evaluation.js';
import { FeelFunction } from '../functions/feel-function.js';
import { childrenOf, nameIn, type SyntaxNode } from '../syntax/parse-syntax.js';
import { ExpressionSyntaxError } from '../values/errors.js';
import { typeOf } from '../values/feel-object.js';
import { type Compiler, textOf } from './compiler.js';
import type { Names } from './names.js';
import { compileSource } from './paths.js';
import { isBound } from './variables.js';

const BUILTIN_STEPS = 5;

type Arguments =
  | { readonly type: 'positional'; readonly codes: readonly Code[] }
  | { readonly type: 'named'; readonly codes: readonly (readonly [string, Code])[] };

/** `name(...)`: a function that the expression or the scope defines, or a built-in one. */
export function compileCall(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const [callee, ...rest] = childrenOf(node);
  const name = calleeName(c, callee);
  const isVariable = name !== null && (isBound(names, name) || c.known.writtenAs(name) !== undefined);
  const builtin = name === null || isVariable ? undefined : c.builtins.get(name);
  if (builtin !== undefined) return callBuiltin(c, builtin, node, compileArguments(c, rest, names, builtin.readsOnly));
  if (c.strict && name !== null && !isVariable) {
    throw new ExpressionSyntaxError(
      `There is no function "${name}"; see the built-in functions of FEEL`,
      (callee?.from ?? 0) + c.offset,
    );
  }
  return callValue(c.compile(callee, names), compileArguments(c, rest, names, false));
}

/** The name of a function that is called by name; null when the callee is a value. */
function calleeName(c: Compiler, callee: SyntaxNode | undefined): string | null {
  switch (callee?.name) {
    case 'VariableName':
      return nameIn(callee, c.text);
    case 'SpecialFunctionName':
    case 'DateTimeConstructor':
      return textOf(c, callee).replace(/\s+/g, ' ');
    default:
      return null;
  }
}

function compileArguments(
  c: Compiler,
  nodes: readonly SyntaxNode[],
  names: Names | null,
  readsOnly: boolean,
): Arguments {
  const parameters = nodes.find(({ name }) => name === 'PositionalParameters' || name === 'NamedParameters');
  const children = parameters === undefined ? [] : childrenOf(parameters);
  const compile = (node: SyntaxNode | undefined): Code =>
    readsOnly ? compileSource(c, node, names) : c.compile(node, names);
  if (parameters?.name !== 'NamedParameters') return { type: 'positional', codes: children.map(compile) };
  const codes = children.map((parameter) => {
    const [nameNode, value] = childrenOf(parameter);
    const name = nameNode === undefined ? '' : nameIn(childrenOf(nameNode)[0] ?? nameNode, c.text);
    return [name, compile(value)] as const;
  });
  return { type: 'named', codes };
}

function callBuiltin(c: Compiler, builtin: Builtin, node: SyntaxNode, args: Arguments): Code {
  if (builtin.refused !== undefined && c.strict) {
    throw new ExpressionSyntaxError(`"${builtin.name}" cannot be used: ${builtin.refused}`, node.from + c.offset);
  }
  if (args.type === 'named') {
    return (e, env) => {
      e.budget.spend(BUILTIN_STEPS);
      return builtin.callNamed(e, valuesOf(args.codes, e, env));
    };
  }
  const { codes } = args;
  const [only] = codes;
  if (codes.length === 1 && only !== undefined) {
    return (e, env) => {
      e.budget.spend(BUILTIN_STEPS);
      return builtin.call(e, [only(e, env)]);
    };
  }
  return (e, env) => {
    e.budget.spend(BUILTIN_STEPS);
    return builtin.call(
      e,
      codes.map((code) => code(e, env)),
    );
  };
}

function valuesOf(codes: readonly (readonly [string, Code])[], e: Evaluation, env: Env | null): Map<string, unknown> {
  return new Map(codes.map(([name, code]) => [name, code(e, env)]));
}

function callValue(callee: Code, args: Arguments): Code {
  return (e, env) => {
    const target = callee(e, env);
    if (!(target instanceof FeelFunction)) return e.warn(() => `a ${typeOf(target)} cannot be called`);
    if (args.type === 'named') return target.callNamed(e, valuesOf(args.codes, e, env));
    return target.call(
      e,
      args.codes.map((code) => code(e, env)),
    );
  };
}
