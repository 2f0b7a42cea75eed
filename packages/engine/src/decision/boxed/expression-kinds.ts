import { type BuildContext, broken } from '../context/build-context.js';
import type { Logic } from '../model/compiled-definitions.js';
import type { DecisionKind } from '../model/decision-model.js';
import type { Steps } from '../steps/steps.js';
import type { XmlElement } from '../xml/read-xml.js';

export type CompileBoxed = (context: BuildContext, element: XmlElement) => Steps<Logic>;

type Kind = Exclude<DecisionKind, 'none'>;

export const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['decisionTable', 'table'],
  ['literalExpression', 'literal'],
  ['context', 'context'],
  ['invocation', 'invocation'],
  ['relation', 'relation'],
  ['list', 'list'],
  ['functionDefinition', 'function'],
  ['conditional', 'conditional'],
  ['filter', 'filter'],
  ['for', 'for'],
  ['some', 'some'],
  ['every', 'every'],
]);

/** The expression among the children of an element, or null. */
export function expressionOf(element: XmlElement): XmlElement | null {
  return element.children.find((child) => kinds.has(child.name)) ?? null;
}

export function kindOfLogic(element: XmlElement): DecisionKind {
  const expression = expressionOf(element);
  return (expression === null ? undefined : kinds.get(expression.name)) ?? 'none';
}

/** Compiles the only expression inside an element such as `then`; an absent one is an error. */
export function* compileInner(
  context: BuildContext,
  parent: XmlElement,
  holder: XmlElement | null,
  name: string,
  compile: CompileBoxed,
): Steps<Logic> {
  const expression = holder === null ? null : expressionOf(holder);
  if (expression !== null) return yield* compile(context, expression);
  return broken(
    context,
    holder ?? parent,
    'missing-expression',
    `the ${parent.name} of ${context.owner.name} has no ${name}`,
  );
}
