import type { Evaluation } from '../evaluation/evaluation.js';
import type { Frame } from '../evaluation/frame.js';
import type { DecisionTable, OutputCell, OutputColumn, Rule } from '../model/decision-table.js';
import { coerce } from '../types/conform.js';

/** A rule that applies, with the value of each output column. */
export type Match = { readonly rule: Rule; readonly outputs: readonly unknown[] };

/** The value of an output cell, of the type of its column and among its allowed values, else null. */
export function outputValue(
  table: DecisionTable,
  rule: Rule | null,
  cell: OutputCell,
  column: OutputColumn | undefined,
  frame: Frame,
  evaluation: Evaluation,
): unknown {
  if (cell.kind === 'broken') throw evaluation.failure('expression', cell.message, rule === null ? [] : [rule.id]);
  if (cell.kind === 'feel') evaluation.spend(3);
  let raw = cell.kind === 'constant' ? cell.value : cell.expression.evaluate(frame, evaluation);
  if (cell.kind === 'feel' && cell.type !== null) raw = coerce(evaluation.feel, raw, cell.type);
  if (column === undefined) return raw;
  const value = column.type.kind === 'any' ? raw : coerce(evaluation.feel, raw, column.type);
  if (value === null || column.allowed === null || column.allowed.test(value, frame, evaluation) === true) {
    if (value === null && raw !== null)
      evaluation.recorder.warn(table.id, `an output ${column.name} is not of its type, so it is null`);
    return value;
  }
  evaluation.recorder.warn(table.id, `an output ${column.name} is not one of its allowed values, so it is null`);
  return null;
}

/** The result when no rule applies: the default entries, null without any. */
export function defaultOutputs(table: DecisionTable, frame: Frame, evaluation: Evaluation): readonly unknown[] | null {
  if (table.outputs.every(({ defaultEntry }) => defaultEntry === null)) return null;
  return table.outputs.map((column) =>
    column.defaultEntry === null ? null : outputValue(table, null, column.defaultEntry, column, frame, evaluation),
  );
}

/** One result: the value of the only output, or a context. */
export function resultOf(table: DecisionTable, outputs: readonly unknown[]): unknown {
  if (!table.named) return outputs[0] ?? null;
  return Object.fromEntries(table.outputs.map(({ name }, at) => [name, outputs[at] ?? null]));
}
