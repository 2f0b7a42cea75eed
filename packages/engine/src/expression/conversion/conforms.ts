import type { Evaluation } from '../evaluation/evaluation.js';
import { FeelObject, isContext, typeOf } from '../values/feel-object.js';
import { FeelRange } from '../values/feel-range.js';
import { admit } from './admit.js';
import type { FeelType } from './feel-type.js';

/** What a function value must tell about itself; `FeelFunction` is not imported, because it checks its arguments with this. */
interface Callable {
  readonly parameters: readonly { readonly type?: FeelType }[];
  readonly returns?: FeelType | undefined;
}

/** FEEL `instance of`: null is an instance of Null only. */
export function isInstance(e: Evaluation, value: unknown, type: FeelType): boolean {
  if (value === null) return type.kind === 'simple' && type.name === 'null';
  if (type.kind !== 'list' || !Array.isArray(value)) return conforms(e, value, type);
  e.budget.spend(value.length);
  return type.element.kind === 'any' || value.every((element) => isInstance(e, admit(element), type.element));
}

/** Whether the value may stand where the type is declared: null may everywhere. */
export function conforms(e: Evaluation, value: unknown, type: FeelType): boolean {
  e.budget.spend(1);
  if (value === null) return true;
  switch (type.kind) {
    case 'any':
      return true;
    case 'unknown':
      return false;
    case 'simple':
      return typeOf(value) === type.name;
    case 'restricted':
      return conforms(e, value, type.base) && type.allows(e, value);
    case 'list':
      return Array.isArray(value) && value.every((element) => conforms(e, admit(element), type.element));
    case 'range':
      return (
        value instanceof FeelRange && conforms(e, value.start, type.element) && conforms(e, value.end, type.element)
      );
    case 'context':
      return (
        isContext(value) &&
        type.entries.every(
          (entry) => Object.hasOwn(value, entry.name) && conforms(e, admit(value[entry.name]), entry.type),
        )
      );
    case 'function':
      return (
        value instanceof FeelObject &&
        value.type === 'function' &&
        callableConforms(value as FeelObject & Callable, type)
      );
  }
}

function callableConforms(value: Callable, type: Extract<FeelType, { kind: 'function' }>): boolean {
  if (type.parameters === null) return true;
  const { parameters } = type;
  return (
    value.parameters.length === parameters.length &&
    // A function may be called with what its own parameters accept: they must be as wide as the declared ones.
    value.parameters.every((own, index) => isWider(own.type, parameters[index])) &&
    (value.returns === undefined || isWider(type.returns, value.returns))
  );
}

/** Whether every value of `narrow` is one of `wide`; an undeclared type is any. */
export function isWider(wide: FeelType | undefined, narrow: FeelType | undefined): boolean {
  if (wide === undefined || wide.kind === 'any') return true;
  if (narrow === undefined || narrow.kind !== wide.kind) return false;
  switch (wide.kind) {
    case 'simple':
      return narrow.kind === 'simple' && narrow.name === wide.name;
    case 'list':
    case 'range':
      return 'element' in narrow && isWider(wide.element, narrow.element);
    case 'context':
      return (
        narrow.kind === 'context' &&
        wide.entries.every(({ name, type }) => {
          const entry = narrow.entries.find((candidate) => candidate.name === name);
          return entry !== undefined && isWider(type, entry.type);
        })
      );
    default:
      return true;
  }
}
