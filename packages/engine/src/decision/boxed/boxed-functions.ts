import { builtins } from '../../expression/builtins/registry.js';
import { type BuildContext, broken, failing, inScope, readFeel, withNames } from '../context/build-context.js';
import { Frame } from '../evaluation/frame.js';
import { callNamed, makeFunction } from '../feel/functions.js';
import type { Logic } from '../model/compiled-definitions.js';
import type { Steps } from '../steps/steps.js';
import { coerce } from '../types/conform.js';
import type { DmnType } from '../types/dmn-type.js';
import { attributeOf, childOf, childrenOf, normalName, textOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import { type CompileBoxed, expressionOf } from './expression-kinds.js';

/** Calls a function by name with the values of its bindings. */
export function* compileInvocation(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const called = expressionOf(element);
  if (called === null)
    return broken(context, element, 'missing-expression', `the invocation of ${context.owner.name} calls nothing`);
  const label = textOf(called)?.trim() ?? 'the function';
  const bindings: Binding[] = [];
  for (const binding of childrenOf(element, 'binding')) {
    const parameter = childOf(binding, 'parameter');
    const expression = expressionOf(binding);
    bindings.push({
      name: normalName((parameter === null ? null : attributeOf(parameter, 'name')) ?? ''),
      type: context.types.of(parameter === null ? null : attributeOf(parameter, 'typeRef'), binding),
      logic: expression === null ? () => null : yield* compile(context, expression),
    });
  }
  if (builtins.has(label) && !inScope(context, label)) return callBuiltin(context, called, label, bindings);
  const fn = yield* compile(context, called);
  return (frame, evaluation) => {
    evaluation.spend(1);
    const args = new Map(
      bindings.map(({ name, type, logic }) => [name, coerce(evaluation.feel, logic(frame, evaluation), type)] as const),
    );
    const target = fn(frame, evaluation);
    return callNamed(target, args, evaluation.feel, () =>
      evaluation.recorder.warn(context.owner.id, `${label} is not a function with the parameters of the invocation`),
    );
  };
}

type Binding = { readonly name: string; readonly type: DmnType; readonly logic: Logic };

/** Calls a function of FEEL, which is no value that a variable could have. */
function callBuiltin(context: BuildContext, called: XmlElement, name: string, bindings: readonly Binding[]): Logic {
  const variables = bindings.map((_, at) => `argument_${at}`);
  const source = `${name}(${bindings.map((binding, at) => `${binding.name}: ${variables[at]}`).join(', ')})`;
  const inner = withNames(
    context,
    bindings.map(({ type }, at) => [`argument_${at}`, type] as const),
  );
  const expression = readFeel(inner, called, source, 'the invocation');
  if (expression === null) return failing(`the invocation of ${name} by ${context.owner.name} cannot be read`);
  return (frame, evaluation) => {
    const { feel } = evaluation;
    const values = bindings.map(
      ({ type, logic }, at) => [`argument_${at}`, coerce(feel, logic(frame, evaluation), type)] as const,
    );
    return expression.evaluate(new Frame(new Map(values), frame), evaluation);
  };
}

export type Parameter = { readonly name: string; readonly type: ReturnType<BuildContext['types']['of']> };

export function readParameters(context: BuildContext, element: XmlElement): readonly Parameter[] {
  return childrenOf(element, 'formalParameter').map((parameter) => ({
    name: normalName(attributeOf(parameter, 'name') ?? ''),
    type: context.types.of(attributeOf(parameter, 'typeRef'), parameter),
  }));
}

/** The body of a function definition. Functions in Java and PMML are refused: calling one gives null. */
export function* compileBody(
  context: BuildContext,
  element: XmlElement,
  parameters: readonly Parameter[],
  compile: CompileBoxed,
): Steps<Logic> {
  const kind = attributeOf(element, 'kind') ?? 'FEEL';
  if (kind !== 'FEEL') {
    const { name, id } = context.owner;
    context.problems.error(
      element,
      'not-executed',
      `the function of ${name} is written in ${kind}, which is not executed: write it in FEEL`,
      id,
    );
    return (_, evaluation) => {
      evaluation.recorder.warn(id, `the function of ${name} is written in ${kind}, so it gives null`);
      return null;
    };
  }
  const expression = expressionOf(element);
  if (expression === null) return () => null;
  return yield* compile(
    withNames(
      context,
      parameters.map(({ name, type }) => [name, type] as const),
    ),
    expression,
  );
}

export function* compileFunction(context: BuildContext, element: XmlElement, compile: CompileBoxed): Steps<Logic> {
  const parameters = readParameters(context, element);
  const names = parameters.map(({ name }) => name);
  const body = yield* compileBody(context, element, parameters, compile);
  const result = context.types.of(attributeOf(element, 'typeRef'), element);
  const returned = result.kind === 'function' ? (result.result ?? null) : null;
  return (frame, evaluation) =>
    makeFunction(names, (args) =>
      evaluation.enter(() => {
        evaluation.spend(1);
        const own = new Map(
          parameters.map(
            ({ name, type }, index) => [name, coerce(evaluation.feel, args[index] ?? null, type)] as const,
          ),
        );
        const value = body(new Frame(own, frame), evaluation);
        return returned === null ? value : coerce(evaluation.feel, value, returned);
      }),
    );
}
