import type { Evaluation as FeelEvaluation } from '../../expression/evaluation/evaluation.js';
import { calculate } from '../../expression/operators/arithmetic.js';
import { compare } from '../../expression/operators/compare.js';
import type { DecisionTable } from '../model/decision-table.js';
import type { Aggregation } from '../model/hit-policy.js';
import type { Match } from './output-values.js';

/** The sum, least or greatest value or number of the outputs; of each column when there are several. */
export function aggregate(
  table: DecisionTable,
  aggregation: Aggregation,
  matches: readonly Match[],
  feel: FeelEvaluation,
): unknown {
  if (aggregation === 'COUNT') return matches.length;
  const columns = table.outputs.map((_, at) =>
    combine(
      feel,
      aggregation,
      matches.map(({ outputs }) => outputs[at] ?? null),
    ),
  );
  if (columns.length === 1) return columns[0] ?? null;
  return Object.fromEntries(table.outputs.map(({ name }, at) => [name, columns[at] ?? null]));
}

/** Null when the values cannot be added or compared. */
function combine(
  feel: FeelEvaluation,
  aggregation: Exclude<Aggregation, 'COUNT'>,
  values: readonly unknown[],
): unknown {
  let result: unknown = values[0] ?? null;
  for (const value of values.slice(1)) {
    if (aggregation === 'SUM') result = calculate(feel, '+', result, value);
    else {
      const order = compare(feel, value, result);
      if (order === null) return null;
      if (aggregation === 'MIN' ? order < 0 : order > 0) result = value;
    }
    if (result === null) return null;
  }
  return result;
}
