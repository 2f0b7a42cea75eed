import { testCell } from '../cells/cell.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { Frame } from '../evaluation/frame.js';
import type { DecisionTable, InputColumn, Rule } from '../model/decision-table.js';
import { coerce } from '../types/conform.js';
import type { DmnType } from '../types/dmn-type.js';
import { fromJson } from '../types/from-json.js';
import { applyHitPolicy } from './hit-policy.js';
import { type Match, outputValue } from './output-values.js';

/** What evaluating a table costs beside its rules. */
const STEPS_PER_TABLE = 30;
/** What a cell costs that FEEL evaluates. */
const STEPS_PER_TEST = 4;
/** Rules whose test costs one step of the budget. */
const RULES_PER_STEP = 4;

/** Evaluates a table with the variables of a frame, and records which rules applied. */
export function evaluateTable(table: DecisionTable, frame: Frame, evaluation: Evaluation): unknown {
  evaluation.spend(STEPS_PER_TABLE);
  const values = table.inputs.map((column) => inputValue(table, column, frame, evaluation));
  const matches = matchRules(table, values, frame, evaluation).map((rule) => ({
    rule,
    outputs: rule.outputs.map((cell, at) => outputValue(table, rule, cell, table.outputs[at], frame, evaluation)),
  }));
  record(table, values, matches, evaluation);
  return applyHitPolicy(table, matches, frame, evaluation);
}

function inputValue(table: DecisionTable, column: InputColumn, frame: Frame, evaluation: Evaluation): unknown {
  if (column.expression === null)
    throw evaluation.failure('expression', `the input ${column.name} of ${table.ownerName} cannot be read`);
  const value = coerce(
    evaluation.feel,
    fromText(column.expression.evaluate(frame, evaluation), column.type),
    column.type,
  );
  if (column.allowed === null || column.allowed.test(value, frame, evaluation) === true) return value;
  if (value !== null)
    evaluation.recorder.warn(table.id, `the input ${column.name} is not one of its allowed values, so it is null`);
  return null;
}

/** A text of the caller in a column of dates, times or durations. */
function fromText(value: unknown, type: DmnType): unknown {
  return typeof value === 'string' && type.kind !== 'any' ? fromJson(value, type) : value;
}

/** The rules whose cells all accept the values; for FIRST only the first of them. */
function matchRules(
  table: DecisionTable,
  values: readonly unknown[],
  frame: Frame,
  evaluation: Evaluation,
): readonly Rule[] {
  const candidates = table.index.candidates(values);
  const found: Rule[] = [];
  for (const at of candidates) {
    const rule = table.rules[at];
    if (rule === undefined || !accepts(table, rule, values, frame, evaluation)) continue;
    found.push(rule);
    if (table.hitPolicy === 'FIRST') break;
  }
  evaluation.spend(candidates.length / RULES_PER_STEP);
  return found;
}

function accepts(
  table: DecisionTable,
  rule: Rule,
  values: readonly unknown[],
  frame: Frame,
  evaluation: Evaluation,
): boolean {
  for (let at = 0; at < values.length; at += 1) {
    const cell = rule.inputs[at];
    const known = cell?.simple ? testCell(cell.simple, values[at]) : undefined;
    if (known === false) return false;
    if (known === true || cell === undefined) continue;
    const tests = cell.tests();
    if (tests === null)
      throw evaluation.failure(
        'expression',
        `rule ${rule.index}, column ${table.inputs[at]?.name ?? at + 1} of ${table.ownerName} cannot be read`,
        [rule.id],
      );
    evaluation.spend(STEPS_PER_TEST);
    if (tests.test(values[at] ?? null, frame, evaluation) !== true) return false;
  }
  return true;
}

function record(
  table: DecisionTable,
  values: readonly unknown[],
  matches: readonly Match[],
  evaluation: Evaluation,
): void {
  const { recorder } = evaluation;
  recorder.table({
    tableId: table.id,
    inputs: table.inputs.map(({ name }, at) => ({ name, value: recorder.json(values[at] ?? null) })),
    rules: matches.map(({ rule, outputs }) => ({
      ruleId: rule.id,
      index: rule.index,
      outputs: Object.fromEntries(table.outputs.map(({ name }, at) => [name, recorder.json(outputs[at] ?? null)])),
    })),
  });
}
