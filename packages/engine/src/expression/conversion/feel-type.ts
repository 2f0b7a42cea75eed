import type { Evaluation } from '../evaluation/evaluation.js';
import type { FeelTypeName } from '../values/feel-object.js';

/** A type as `instance of` and declarations of parameters name it. */
export type FeelType =
  | { readonly kind: 'any' }
  | { readonly kind: 'simple'; readonly name: FeelTypeName }
  /** A type that nothing declares: no value but null conforms to it. */
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'list' | 'range'; readonly element: FeelType }
  | { readonly kind: 'context'; readonly entries: readonly { readonly name: string; readonly type: FeelType }[] }
  /** A type of a decision model whose values must pass a test. */
  | {
      readonly kind: 'restricted';
      readonly base: FeelType;
      readonly allows: (evaluation: Evaluation, value: unknown) => boolean;
    }
  | { readonly kind: 'function'; readonly parameters: readonly FeelType[] | null; readonly returns: FeelType };

export const ANY: FeelType = { kind: 'any' };

const simpleNames: ReadonlyMap<string, FeelTypeName> = new Map(
  (
    [
      'boolean',
      'number',
      'string',
      'date',
      'time',
      'date and time',
      'days and time duration',
      'years and months duration',
    ] as const
  ).map((name) => [name, name]),
);

/** Other names of the types: those of XML Schema and of older DMN. */
const aliases: ReadonlyMap<string, FeelTypeName> = new Map([
  ['dateTime', 'date and time'],
  ['dayTimeDuration', 'days and time duration'],
  ['yearMonthDuration', 'years and months duration'],
]);

/** The built-in type of that name; undefined for any other name. */
export function builtinType(name: string): FeelType | undefined {
  switch (name) {
    case 'Any':
    case 'any':
      return ANY;
    case 'Null':
    case 'null':
      return { kind: 'simple', name: 'null' };
    case 'list':
      return { kind: 'list', element: ANY };
    case 'range':
      return { kind: 'range', element: ANY };
    case 'context':
      return { kind: 'context', entries: [] };
    case 'function':
      return { kind: 'function', parameters: null, returns: ANY };
    default: {
      const simple = simpleNames.get(name) ?? aliases.get(name);
      return simple === undefined ? undefined : { kind: 'simple', name: simple };
    }
  }
}
