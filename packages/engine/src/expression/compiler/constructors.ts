import type { Code, Env } from '../evaluation/evaluation.js';
import { FeelFunction, type FunctionParameter } from '../functions/feel-function.js';
import { childrenOf, nameIn, type SyntaxNode } from '../syntax/parse-syntax.js';
import { stringOf } from '../syntax/string-literal.js';
import { setEntry } from '../values/context.js';
import { ExpressionSyntaxError } from '../values/errors.js';
import { type Compiler, textOf } from './compiler.js';
import { bind, type Names } from './names.js';
import { compileType } from './types.js';

const BYTES_PER_ELEMENT = 8;
const BYTES_PER_ENTRY = 32;
const CALL_STEPS = 6;

export function compileList(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const elements = childrenOf(node)
    .slice(1, -1)
    .map((element) => c.compile(element, names));
  return (e, env) => {
    e.budget.allocate(elements.length * BYTES_PER_ELEMENT);
    return elements.map((element) => element(e, env));
  };
}

/** `{a: 1, b: a + 1}`: an entry sees those before it, and a function also itself. Two entries of one name make it null. */
export function compileContext(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  let inner = names;
  const entries = childrenOf(node)
    .filter(({ name }) => name === 'ContextEntry')
    .map((entry) => {
      const [keyNode, valueNode] = childrenOf(entry);
      const key = keyNode === undefined ? '' : keyIn(c, keyNode);
      const isFunction = valueNode?.name === 'FunctionDefinition';
      const outer = inner;
      inner = bind(inner, key);
      return { key, isFunction, code: c.compile(valueNode, isFunction ? inner : outer) };
    });
  const repeated = new Set(entries.map(({ key }) => key)).size < entries.length;
  return (e, env) => {
    if (repeated) return e.warn(() => 'a context has two entries of one name');
    e.budget.allocate(entries.length * BYTES_PER_ENTRY);
    const context: Record<string, unknown> = {};
    let around = env;
    for (const { key, isFunction, code } of entries) {
      const entry: Env = { value: null, up: around };
      entry.value = code(e, isFunction ? entry : around);
      around = entry;
      setEntry(context, key, entry.value);
    }
    return context;
  };
}

function keyIn(c: Compiler, key: SyntaxNode): string {
  const [inner] = childrenOf(key);
  if (inner === undefined) return textOf(c, key);
  return inner.name === 'StringLiteral' ? stringOf(textOf(c, inner)) : nameIn(inner, c.text);
}

/** `function(a, b: number) ...` */
export function compileFunction(c: Compiler, node: SyntaxNode, names: Names | null): Code {
  const children = childrenOf(node);
  const external = children.find(({ name }) => name === 'external');
  if (external !== undefined) {
    if (c.strict) throw new ExpressionSyntaxError('External functions cannot be called', external.from + c.offset);
    return (e) => e.warn(() => 'external functions cannot be called');
  }
  const formal = children.find(({ name }) => name === 'FormalParameters');
  const parameters = (formal === undefined ? [] : childrenOf(formal)).map((parameter) => parameterIn(c, parameter));
  const inner = parameters.reduce<Names | null>((outer, { name }) => bind(outer, name), names);
  const before = c.weight;
  const { code, weight } = c.compileWeighed(children.at(-1), inner);
  // The body is counted by each call, not where the function stands.
  c.weight = before + 1;
  return (outer, env) => {
    outer.budget.allocate(BYTES_PER_ENTRY);
    return new FeelFunction(parameters, (caller, args) => {
      caller.budget.spend(weight + CALL_STEPS);
      const around = args.reduce<Env | null>((up, value) => ({ value, up }), env);
      return code(caller.within(outer.scope), around);
    });
  };
}

function parameterIn(c: Compiler, node: SyntaxNode): FunctionParameter {
  const [nameNode, typeNode] = childrenOf(node);
  const name = nameNode === undefined ? '' : nameIn(childrenOf(nameNode)[0] ?? nameNode, c.text);
  return typeNode === undefined ? { name } : { name, type: compileType(c, typeNode) };
}
