import { compile, type Fragment, sql } from '../../../postgres/database.js';
import { facetOfValue } from '../fields/facets.js';
import type { Countable } from './countable.js';

/** Named values of a field that a filter does not tell apart: they ask for the same states, priorities and stages. */
export interface ValueClass {
  /** The facets of its values, a `text[]`. */
  readonly facets: Fragment;
  /** The condition for its values, over a row with `state`, `priority` and `stage_key`. */
  on(row: Fragment): Fragment;
}

/**
 * The named values in classes, as a rule one. What the filter asks for is then decided once per class and not for every
 * row and value: measured with 20 values, 240 ms less for a total.
 */
export function valueClasses(countable: Countable): readonly ValueClass[] {
  const classes = new Map<string, { readonly on: ValueClass['on']; readonly facets: Fragment[] }>();
  for (const value of countable.values) {
    const on = (row: Fragment): Fragment => countable.on(row, { value });
    const { text, values } = compile(on(sql`g`));
    const key = JSON.stringify([text, values]);
    const known = classes.get(key);
    if (known === undefined) classes.set(key, { on, facets: [facetOfValue(value)] });
    else known.facets.push(facetOfValue(value));
  }
  return [...classes.values()].map(({ on, facets }) => ({
    on,
    facets: sql`array[${sql.join(facets, sql.raw(', '))}]::text[]`,
  }));
}
