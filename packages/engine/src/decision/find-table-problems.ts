import { analyseTable } from './analysis/analyse-table.js';
import type { DecisionModel } from './model/decision-model.js';
import type { TableProblem } from './model/table-problem.js';

/**
 * Finds gaps, overlaps and unreachable rules of every table of the model, at most 100 for each table. Columns are compared by the
 * literals of their cells. Gaps are looked for in tables that give one result and have no default outputs; null counts as an input
 * only in columns that name it.
 */
export function findTableProblems(model: DecisionModel): readonly TableProblem[] {
  return model.compiled.tables.flatMap(analyseTable);
}
