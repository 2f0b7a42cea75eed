import { compileExpression } from '../../expression/compile-expression.js';
import { childrenOf, nameIn, namePath, parseSyntax, type SyntaxNode } from '../../expression/syntax/parse-syntax.js';
import { Budget } from '../../expression/values/budget.js';
import { ExpressionError, ExpressionSyntaxError } from '../../expression/values/errors.js';
import { emptyScope } from '../../expression/values/expression-types.js';
import type { ToolParameter } from '../../model/node.js';
import type { Findings } from '../report/findings.js';
import { children, extension, text, type Xml } from '../xml/moddle.js';

const FROM_AI = 'fromAi';
/** The parameters of fromAi, in their order. */
const parameterNames = ['value', 'description', 'type', 'schema', 'options'] as const;
/** Most steps for the constant of one argument. */
const CONSTANT_STEPS = 1_000;

type Arguments = ReadonlyMap<string, SyntaxNode>;

/**
 * What the input mappings of an element mark with `fromAi(value, description, type, schema, options)`, in the order of the diagram. As
 * in Camunda 8, the last name of the value is the name, and the other arguments are constants.
 */
export function readToolParameters(findings: Findings, id: string, xml: Xml): readonly ToolParameter[] {
  const mapping = extension(xml, 'zeebe:IoMapping');
  const inputs = mapping === null ? [] : children(mapping, 'inputParameters');
  return inputs.flatMap((input) => parametersIn(findings, id, text(input, 'source') ?? ''));
}

function parametersIn(findings: Findings, id: string, source: string): readonly ToolParameter[] {
  const offset = /^\s*=/.exec(source)?.[0].length;
  if (offset === undefined || !source.includes(FROM_AI)) return [];
  const feel = source.slice(offset);
  return callsIn(feel).flatMap((call) => {
    const parameter = readCall(call, feel);
    if (typeof parameter !== 'string') return [parameter];
    findings.error(id, 'bad-tool-parameter', parameter);
    return [];
  });
}

/** The calls of fromAi, none inside of another one. A text that cannot be read, which is reported elsewhere, has none. */
function callsIn(feel: string): readonly Arguments[] {
  const found: Arguments[] = [];
  const walk = (node: SyntaxNode): void => {
    const [callee] = node.name === 'FunctionInvocation' ? childrenOf(node) : [];
    if (callee?.name === 'VariableName' && nameIn(callee, feel) === FROM_AI) found.push(argumentsOf(node, feel));
    else for (const child of childrenOf(node)) walk(child);
  };
  try {
    walk(parseSyntax(feel, 0));
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
  }
  return found;
}

function argumentsOf(call: SyntaxNode, feel: string): Arguments {
  const list = childrenOf(call).find(({ name }) => name === 'PositionalParameters' || name === 'NamedParameters');
  const given = list === undefined ? [] : childrenOf(list);
  return new Map(
    given.flatMap((node, index) => {
      if (list?.name !== 'NamedParameters') {
        const name = parameterNames[index];
        return name === undefined ? [] : [[name, node] as const];
      }
      const [name, value] = childrenOf(node);
      return name === undefined || value === undefined
        ? []
        : [[nameIn(childrenOf(name)[0] ?? name, feel), value] as const];
    }),
  );
}

/** A text says what is wrong. */
function readCall(call: Arguments, feel: string): ToolParameter | string {
  const value = call.get('value');
  const name = value === undefined ? undefined : namePath(value, feel)?.at(-1);
  if (name === undefined)
    return `the value of fromAi must be a variable, such as toolCall.url, and is ${written(value, feel)}`;
  const constants: Record<string, unknown> = {};
  for (const key of parameterNames.slice(1)) {
    const node = call.get(key);
    const constant = node === undefined ? null : constantOf(feel.slice(node.from, node.to));
    if (node === undefined || node.name === 'null') continue;
    const isText = key === 'description' || key === 'type';
    const fits = isText ? typeof constant === 'string' : isContext(constant);
    if (!fits)
      return `the ${key} of fromAi must be a ${isText ? 'text' : 'context'} without variables, and is ${written(node, feel)}`;
    constants[key] = constant;
  }
  return { name, ...constants };
}

function written(node: SyntaxNode | undefined, feel: string): string {
  return node === undefined ? 'missing' : feel.slice(node.from, node.to).slice(0, 80);
}

/** Null for what is no constant. */
function constantOf(source: string): unknown {
  try {
    const expression = compileExpression(source);
    if (expression.variables.size > 0) return null;
    return expression.evaluate(emptyScope, new Date(0), new Budget({ steps: CONSTANT_STEPS }));
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof ExpressionSyntaxError) return null;
    throw error;
  }
}

function isContext(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
