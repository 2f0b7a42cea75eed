import { type BuildContext, broken } from '../context/build-context.js';
import type { Logic } from '../model/compiled-definitions.js';
import type { Steps } from '../steps/steps.js';
import { compileTable } from '../table/compile-table.js';
import { coerce } from '../types/conform.js';
import { attributeOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import { compileContext, compileList, compileRelation } from './boxed-collections.js';
import { compileConditional, compileFilter, compileFor, compileQuantified } from './boxed-control.js';
import { compileFunction, compileInvocation } from './boxed-functions.js';
import { compileLiteral } from './boxed-literal.js';
import { type CompileBoxed, kinds } from './expression-kinds.js';

/** Compiles a boxed expression of any kind. Its result is of its type, or null. */
export const compileBoxed: CompileBoxed = function* (context, element) {
  const logic = yield* compileKind(context, element);
  yield;
  const reference = attributeOf(element, 'typeRef');
  if (reference === null || element.name === 'functionDefinition') return logic;
  const type = context.types.of(reference, element);
  return type.kind === 'any' ? logic : (frame, evaluation) => coerce(evaluation.feel, logic(frame, evaluation), type);
};

function* compileKind(context: BuildContext, element: XmlElement): Steps<Logic> {
  switch (kinds.get(element.name)) {
    case 'table':
      return yield* compileTable(context, element);
    case 'literal':
      return compileLiteral(context, element);
    case 'context':
      return yield* compileContext(context, element, compileBoxed);
    case 'invocation':
      return yield* compileInvocation(context, element, compileBoxed);
    case 'relation':
      return yield* compileRelation(context, element, compileBoxed);
    case 'list':
      return yield* compileList(context, element, compileBoxed);
    case 'function':
      return yield* compileFunction(context, element, compileBoxed);
    case 'conditional':
      return yield* compileConditional(context, element, compileBoxed);
    case 'filter':
      return yield* compileFilter(context, element, compileBoxed);
    case 'for':
      return yield* compileFor(context, element, compileBoxed);
    case 'some':
    case 'every':
      return yield* compileQuantified(context, element, compileBoxed);
    case undefined:
      return broken(context, element, 'not-executed', `expressions of the kind ${element.name} are not executed`);
  }
}
