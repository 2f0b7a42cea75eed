/** Operators of the filter language (D5). */
export const filterOperators = [
  'eq',
  'ne',
  'in',
  'nin',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'startsWith',
  'exists',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

export type FilterScalar = string | number | boolean | null;

/** A parsed filter; how it reads on the wire is in `parse-filter.ts`, what it means in SQL in `compile-filter.ts`. */
export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'condition';
      readonly key: string;
      readonly operator: FilterOperator;
      readonly value: FilterScalar | readonly FilterScalar[];
    };

type Operand = FilterScalar | readonly FilterScalar[];

const isList = (value: Operand): value is readonly FilterScalar[] => Array.isArray(value);

export const operandsOf = (value: Operand): readonly FilterScalar[] => (isList(value) ? value : [value]);

/** The values of `in` and `nin`, and whether null is one of them. */
export function listOf(value: Operand): {
  readonly values: readonly (string | number | boolean)[];
  readonly hasNull: boolean;
} {
  const list = operandsOf(value);
  const values = list.filter((one) => one !== null);
  return { values, hasNull: values.length < list.length };
}

/** The one value of every other operator; parse-filter.ts never makes a list there. */
export function scalarOf(value: Operand): FilterScalar {
  if (isList(value)) throw new Error('a list where the operator takes one value');
  return value;
}
