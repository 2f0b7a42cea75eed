import { Fragment, sql } from './sql.js';

const CAST = /^::([a-z]+(?:\[\])?)/;

/**
 * The same statement with its values hidden from the planner, in sub-selects, where a cast follows them. PostgreSQL plans a
 * prepared statement anew for every execution as long as it believes that plans for the very values are cheaper; when
 * values cannot change the estimate, it plans once per connection. Measured: a list filtered by state costs 0.3 ms
 * instead of 1.3 ms. Only for statements with one good plan, whatever the values.
 */
export function hideParametersFromPlanner({ strings, values }: Fragment): Fragment {
  return new Fragment(
    strings,
    values.map((value, index) => {
      if (value instanceof Fragment) return hideParametersFromPlanner(value);
      const [, type] = CAST.exec(textAfter({ strings, values }, index)) ?? [];
      return type === undefined ? value : sql`(select ${value}::${sql.raw(type)})`;
    }),
  );
}

/** The text after a value, to the next value. The type of a cast may be a fragment of its own. */
function textAfter({ strings, values }: Fragment, index: number): string {
  const text = strings[index + 1] ?? '';
  const next = values[index + 1];
  return text === '::' && next instanceof Fragment ? `::${next.strings[0] ?? ''}${strings[index + 2] ?? ''}` : text;
}
