import type { Filter } from './filter.js';

/** One comparison of a filter. */
export type Condition = Extract<Filter, { readonly kind: 'condition' }>;

/** The conditions of a filter, in their order. */
export const conditionsOf = (filter: Filter): readonly Condition[] =>
  filter.kind === 'condition' ? [filter] : filter.filters.flatMap(conditionsOf);

/** Every key a filter reads, as often as it does. */
export const keysOf = (filter: Filter): readonly string[] => conditionsOf(filter).map(({ key }) => key);

/** The filter with each condition replaced. */
export const mapConditions = (filter: Filter, replace: (condition: Condition) => Filter): Filter =>
  filter.kind === 'condition'
    ? replace(filter)
    : { kind: filter.kind, filters: filter.filters.map((inner) => mapConditions(inner, replace)) };
