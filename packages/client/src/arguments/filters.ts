/** A condition on one filter key: a scalar (equals), an array (any of), or an object of operators, e.g. `{ gte: 100 }`. */
export type FilterCondition =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean | null)[]
  | { readonly [operator: string]: unknown };

/** Filters of a list as an object; `and` and `or` take arrays of them. Sent as JSON. */
export interface Filters {
  readonly and?: readonly Filters[];
  readonly or?: readonly Filters[];
  readonly [key: string]: FilterCondition | readonly Filters[] | undefined;
}
