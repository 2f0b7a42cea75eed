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
