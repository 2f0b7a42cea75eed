import type { FeelExpression, FeelTests } from '../feel/feel.js';
import type { Aggregation, HitPolicy } from '../model/decision-model.js';
import type { Frame } from '../run/frame.js';
import type { World } from '../run/world.js';
import { coerce } from '../types/conform.js';
import type { DmnType } from '../types/dmn-type.js';
import { fromJson } from '../types/from-json.js';
import { type SimpleCell, testCell } from './cell.js';
import { applyHitPolicy } from './hit-policy.js';
import type { RuleIndex } from './rule-index.js';

/** A cell of an input column: compared directly where it can be, else evaluated as FEEL. */
export type InputCell = {
  readonly source: string;
  readonly simple: SimpleCell | null;
  /** Compiled when it is first needed for simple cells. Null for a cell that cannot be read. */
  readonly tests: () => FeelTests | null;
};

/** A cell of an output column. */
export type OutputCell =
  | { readonly kind: 'constant'; readonly value: unknown }
  /** `type`: of the cell itself; null when only the column has one. */
  | { readonly kind: 'feel'; readonly expression: FeelExpression; readonly type: DmnType | null }
  /** It cannot be read; the compiler has reported it. */
  | { readonly kind: 'broken'; readonly message: string };

export type InputColumn = {
  readonly name: string;
  /** Null when it cannot be read, which the compiler has reported. */
  readonly expression: FeelExpression | null;
  readonly type: DmnType;
  /** The values that the column allows; null when it allows all. */
  readonly allowed: FeelTests | null;
  /** The same as data, for the analysis. */
  readonly allowedCell: SimpleCell | null;
};

export type OutputColumn = {
  readonly name: string;
  readonly type: DmnType;
  readonly allowed: FeelTests | null;
  /** The allowed values in the order of their priority; null when the column declares none. */
  readonly priorities: FeelExpression | null;
  /** Value when no rule applies; null without one. */
  readonly defaultEntry: OutputCell | null;
};

export type Rule = {
  readonly id: string;
  /** From 1. */
  readonly index: number;
  readonly line: number;
  readonly inputs: readonly InputCell[];
  readonly outputs: readonly OutputCell[];
};

export type DecisionTable = {
  readonly id: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly line: number;
  readonly hitPolicy: HitPolicy;
  readonly aggregation: Aggregation | null;
  readonly inputs: readonly InputColumn[];
  readonly outputs: readonly OutputColumn[];
  /** Whether outputs have names, so that a result is a context. */
  readonly named: boolean;
  readonly rules: readonly Rule[];
  readonly index: RuleIndex;
};

/** A rule that applies, with the value of each output column. */
export type Match = { readonly rule: Rule; readonly outputs: readonly unknown[] };

/** Rules whose test costs one step of the budget. */
const RULES_PER_STEP = 4;

/** Evaluates a table with the variables of a frame, and records which rules applied. */
export function evaluateTable(table: DecisionTable, frame: Frame, world: World): unknown {
  const values = table.inputs.map((column) => inputValue(table, column, frame, world));
  const matches = matchRules(table, values, frame, world).map((rule) => ({
    rule,
    outputs: rule.outputs.map((cell, at) => outputValue(table, rule, cell, table.outputs[at], frame, world)),
  }));
  record(table, values, matches, world);
  return applyHitPolicy(table, matches, frame, world);
}

function inputValue(table: DecisionTable, column: InputColumn, frame: Frame, world: World): unknown {
  const { evaluation } = world;
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
function matchRules(table: DecisionTable, values: readonly unknown[], frame: Frame, world: World): readonly Rule[] {
  const candidates = table.index.candidates(values);
  const found: Rule[] = [];
  for (const at of candidates) {
    const rule = table.rules[at];
    if (rule === undefined || !accepts(table, rule, values, frame, world)) continue;
    found.push(rule);
    if (table.hitPolicy === 'FIRST') break;
  }
  world.evaluation.spend(candidates.length / RULES_PER_STEP);
  return found;
}

function accepts(table: DecisionTable, rule: Rule, values: readonly unknown[], frame: Frame, world: World): boolean {
  for (let at = 0; at < values.length; at += 1) {
    const cell = rule.inputs[at];
    const known = cell?.simple ? testCell(cell.simple, values[at]) : undefined;
    if (known === false) return false;
    if (known === true || cell === undefined) continue;
    const tests = cell.tests();
    if (tests === null)
      throw world.evaluation.failure(
        'expression',
        `rule ${rule.index}, column ${table.inputs[at]?.name ?? at + 1} of ${table.ownerName} cannot be read`,
        [rule.id],
      );
    if (tests.test(values[at] ?? null, frame, world.evaluation) !== true) return false;
  }
  return true;
}

function outputValue(
  table: DecisionTable,
  rule: Rule | null,
  cell: OutputCell,
  column: OutputColumn | undefined,
  frame: Frame,
  world: World,
): unknown {
  const { evaluation } = world;
  if (cell.kind === 'broken') throw evaluation.failure('expression', cell.message, rule === null ? [] : [rule.id]);
  if (cell.kind === 'feel') evaluation.spend(1);
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
export function defaultOutputs(table: DecisionTable, frame: Frame, world: World): readonly unknown[] | null {
  if (table.outputs.every(({ defaultEntry }) => defaultEntry === null)) return null;
  return table.outputs.map((column) =>
    column.defaultEntry === null ? null : outputValue(table, null, column.defaultEntry, column, frame, world),
  );
}

/** One result: the value of the only output, or a context. */
export function resultOf(table: DecisionTable, outputs: readonly unknown[]): unknown {
  if (!table.named) return outputs[0] ?? null;
  return Object.fromEntries(table.outputs.map(({ name }, at) => [name, outputs[at] ?? null]));
}

function record(table: DecisionTable, values: readonly unknown[], matches: readonly Match[], world: World): void {
  const { recorder } = world.evaluation;
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
