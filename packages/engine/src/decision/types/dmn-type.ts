import type { Evaluation as FeelEvaluation } from '../../expression/evaluation/evaluation.js';

/** The names of FEEL's own types. */
export type SimpleTypeName =
  | 'number'
  | 'string'
  | 'boolean'
  | 'date'
  | 'time'
  | 'date and time'
  | 'days and time duration'
  | 'years and months duration';

/** Whether a value is among the allowed values of a type. */
export type AllowedTest = (feel: FeelEvaluation, value: unknown) => boolean;

/** A type of DMN. Item definitions may refer to themselves, so types form a graph. */
export type DmnType =
  | { readonly kind: 'any' }
  | { readonly kind: 'simple'; readonly name: SimpleTypeName }
  | { readonly kind: 'list'; readonly element: DmnType }
  | { readonly kind: 'context'; readonly members: ReadonlyMap<string, DmnType> }
  /** `result` null: any result. The parameters that are declared, by name. */
  | {
      readonly kind: 'function';
      readonly parameters: ReadonlyMap<string, DmnType>;
      readonly result: DmnType | null;
    }
  | { readonly kind: 'range'; readonly element: DmnType }
  /** A type whose values must pass a test. */
  | { readonly kind: 'constrained'; readonly base: DmnType; readonly allows: AllowedTest; readonly source: string }
  /** An item definition by name, looked up when it is first needed. */
  | { readonly kind: 'named'; readonly name: string; readonly resolve: () => DmnType };

export const anyType: DmnType = { kind: 'any' };

const simpleNames: ReadonlyMap<string, SimpleTypeName> = new Map<string, SimpleTypeName>([
  ['number', 'number'],
  ['string', 'string'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ['date and time', 'date and time'],
  ['dateTime', 'date and time'],
  ['days and time duration', 'days and time duration'],
  ['dayTimeDuration', 'days and time duration'],
  ['years and months duration', 'years and months duration'],
  ['yearMonthDuration', 'years and months duration'],
  // Names that other tools write.
  ['integer', 'number'],
  ['long', 'number'],
  ['double', 'number'],
]);

/** FEEL's own type of that name; null when there is none. */
export function builtInType(name: string): DmnType | null {
  const simple = simpleNames.get(name);
  if (simple !== undefined) return { kind: 'simple', name: simple };
  switch (name) {
    case 'Any':
    case 'any':
    case 'Null':
      return anyType;
    case 'list':
      return { kind: 'list', element: anyType };
    case 'context':
      return { kind: 'context', members: new Map() };
    case 'function':
      return { kind: 'function', parameters: new Map(), result: null };
    case 'range':
      return { kind: 'range', element: anyType };
    default:
      return null;
  }
}

/** The type itself, without names. */
export function resolved(type: DmnType): Exclude<DmnType, { kind: 'named' }> {
  let at = type;
  // A circle of names is reported by the compiler and ends here.
  for (let steps = 0; at.kind === 'named'; steps += 1) {
    if (steps > 100) return { kind: 'any' };
    at = at.resolve();
  }
  return at;
}
