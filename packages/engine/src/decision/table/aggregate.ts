import { addValues, compareValues } from '../feel/values.js';
import type { Aggregation } from '../model/decision-model.js';
import type { DecisionTable, Match } from './decision-table.js';

/** The sum, least or greatest value or number of the outputs; of each column when there are several. */
export function aggregate(table: DecisionTable, aggregation: Aggregation, matches: readonly Match[]): unknown {
  if (aggregation === 'COUNT') return matches.length;
  const columns = table.outputs.map((_, at) =>
    combine(
      aggregation,
      matches.map(({ outputs }) => outputs[at] ?? null),
    ),
  );
  if (columns.length === 1) return columns[0] ?? null;
  return Object.fromEntries(table.outputs.map(({ name }, at) => [name, columns[at] ?? null]));
}

/** Null when the values cannot be added or compared. */
function combine(aggregation: Exclude<Aggregation, 'COUNT'>, values: readonly unknown[]): unknown {
  let result: unknown = values[0] ?? null;
  for (const value of values.slice(1)) {
    if (aggregation === 'SUM') result = addValues(result, value);
    else {
      const order = compareValues(value, result);
      if (order === null) return null;
      if (aggregation === 'MIN' ? order < 0 : order > 0) result = value;
    }
    if (result === null) return null;
  }
  return result;
}
