import { compileExpression, evaluateConstant } from '../expression/compile-expression.js';
import { compileOnce } from '../expression/compile-once.js';
import type { Expression } from '../expression/values/expression-types.js';
import type { ExecutableModel } from '../model/executable-model.js';
import type { Flow, Node } from '../model/node.js';
import { deepFreeze } from './freeze.js';
import { type BackwardGraph, lazyUpstream } from './graph/reachability.js';

/** Compiled models as plain data: it can be copied to another thread, where {@link unpackModels} makes models of it. */
export type PortableModels = { readonly models: readonly object[] };

/** Stands where an expression was, beside the set of its variables and its value if that is constant. JSON has no sets, so data of a diagram cannot pretend to be one. */
const EXPRESSION = 'portableExpression';

/** The models without what cannot be copied: expressions become their texts, look-ups and functions are left out. */
export function packModels(models: readonly ExecutableModel[]): PortableModels {
  return { models: models.map(({ nodeById: _, flowById: __, ...model }) => copy(model)) };
}

/**
 * Makes models of their data, which it changes and freezes. Nothing is evaluated, and an expression that is not constant is compiled
 * when it is first needed, once for all models that have it, so this takes a fraction of the time of {@link compile}: about 10 microseconds for each element.
 */
export function unpackModels(portable: PortableModels): readonly ExecutableModel[] {
  return portable.models.map((data) => {
    restore(data);
    const model = data as Omit<ExecutableModel, 'nodeById' | 'flowById'>;
    restoreUpstream(model.nodes, model.flows);
    deepFreeze(model);
    return Object.freeze({
      ...model,
      nodeById: new Map(model.nodes.map((node) => [node.id, node])),
      flowById: new Map(model.flows.map((flow) => [flow.id, flow])),
    });
  });
}

const isExpression = (value: object): value is Expression =>
  'evaluate' in value && typeof value.evaluate === 'function' && 'source' in value;

/** Keeps what is shared shared: a flow stands at both of its ends. */
function copy(model: object): object {
  const copies = new Map<object, object>();
  const queue: [from: object, to: object][] = [];
  const copyOf = (value: unknown, key: string): unknown => {
    if (typeof value === 'function') return undefined;
    // JSON of the diagram, as deep as its author likes.
    if (typeof value !== 'object' || value === null || key === 'form') return value;
    if (isExpression(value)) {
      const { source, variables, constant } = value;
      return { [EXPRESSION]: source, variables, constant };
    }
    const known = copies.get(value);
    if (known !== undefined) return known;
    const made = Array.isArray(value) ? [] : {};
    copies.set(value, made);
    queue.push([value, made]);
    return made;
  };
  const root = copyOf(model, '') as object;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [from, to] = next;
    for (const [key, value] of Object.entries(from)) define(to, key, copyOf(value, key));
  }
  return root;
}

/** Puts expressions back into their places. */
function restore(model: object): void {
  const seen = new Set<object>();
  const queue: object[] = [model];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const [key, value] of Object.entries(at)) {
      if (typeof value !== 'object' || value === null || key === 'form') continue;
      if (EXPRESSION in value && 'variables' in value && value.variables instanceof Set)
        define(at, key, lazyExpression(value));
      else queue.push(value);
    }
  }
}

const compileForAll = compileOnce((source) => compileExpression(source));

function lazyExpression(data: object): Expression {
  const { [EXPRESSION]: source, variables, constant } = data as { [EXPRESSION]: string } & Expression;
  deepFreeze(constant);
  let expression: Expression | undefined;
  const get = (): Expression => {
    expression ??= compileForAll(source);
    return expression;
  };
  return Object.freeze({
    source,
    variables,
    constant,
    evaluate: (...context: Parameters<Expression['evaluate']>) =>
      constant === null ? get().evaluate(...context) : evaluateConstant(source, constant, context[2]),
    evaluateFeel: (...context: Parameters<Expression['evaluateFeel']>) => get().evaluateFeel(...context),
    explain: (...context: Parameters<Expression['explain']>) => get().explain(...context),
  });
}

function restoreUpstream(nodes: readonly Node[], flows: readonly Flow[]): void {
  const merges = ({ kind }: Node): boolean => kind === 'inclusiveGateway' || kind === 'complexGateway';
  if (!nodes.some(merges)) return;
  const graph: BackwardGraph = {
    flows,
    incoming: nodes.map(({ incoming }) => incoming),
    jumps: nodes.map(() => []),
  };
  const jumps = nodes.map((node): number[] => (node.kind === 'boundaryEvent' ? [node.attachedTo] : []));
  for (const node of nodes) {
    if (node.kind === 'throwEvent' && node.action.type === 'link') jumps[node.action.target]?.push(node.index);
  }
  const complete = { ...graph, jumps };
  for (const node of nodes) {
    if (merges(node)) define(node, 'upstream', lazyUpstream(complete, node.index));
  }
}

/** An assignment that also works for `__proto__`, which is a name like others in a diagram. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
