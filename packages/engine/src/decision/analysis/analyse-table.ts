import type { DecisionTable, Rule } from '../model/decision-table.js';
import type { TableProblem } from '../model/table-problem.js';
import { AtomSet } from './atom-set.js';
import { type Box, findGaps, isCovered, type Work, WorkExceeded } from './boxes.js';
import { type ColumnAtoms, columnAtoms, describeAtoms } from './column-atoms.js';

/** Most problems for each table. */
const MAX_PROBLEMS = 100;
/** Most operations on words of sets for each table: about 0.3 s. */
const MAX_WORK = 100_000_000;
/** Most comparisons of a cell with a part of a column. */
const MAX_COMPARISONS = 20_000_000;

type Analysis = {
  readonly table: DecisionTable;
  readonly columns: readonly ColumnAtoms[];
  /** For each rule its parts in each column; null for a rule with cells that only FEEL can evaluate. */
  readonly boxes: readonly (Box | null)[];
  readonly work: Work;
  readonly found: TableProblem[];
};

/** Gaps, overlaps and unreachable rules of one table. */
export function analyseTable(table: DecisionTable): readonly TableProblem[] {
  if (table.rules.length === 0 || table.inputs.length === 0) return [];
  if (literals(table) * table.rules.length > MAX_COMPARISONS) return [tooLarge(table)];
  const columns = table.inputs.map((_, at) => columnAtoms(table, at));
  const boxes = table.rules.map((_, rule) => {
    const box = columns.map(({ accepted }) => accepted[rule] ?? null);
    return box.every((set) => set !== null) ? box : null;
  });
  const analysis: Analysis = { table, columns, boxes, work: { left: MAX_WORK }, found: [] };
  try {
    reportOpen(analysis);
    reportUnreachable(analysis);
    reportOverlaps(analysis);
    reportGaps(analysis);
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error;
    analysis.found.push(tooLarge(table));
  }
  return analysis.found.slice(0, MAX_PROBLEMS);
}

function literals(table: DecisionTable): number {
  const counts = table.inputs.map(
    (_, at) => new Set(table.rules.map(({ inputs }) => inputs[at]?.source ?? '')).size * 2,
  );
  return Math.max(0, ...counts);
}

function problem(
  table: DecisionTable,
  kind: TableProblem['kind'],
  rules: readonly Rule[],
  inputs: TableProblem['inputs'],
  message: string,
): TableProblem {
  return {
    kind,
    tableId: table.id,
    ownerId: table.ownerId,
    ownerName: table.ownerName,
    ruleIds: rules.map(({ id }) => id),
    ruleIndexes: rules.map(({ index }) => index),
    line: rules[0]?.line ?? table.line,
    inputs,
    message,
  };
}

function tooLarge(table: DecisionTable): TableProblem {
  const message = `the table of ${table.ownerName} has too many rules and values to be searched for gaps and overlaps: split it`;
  return problem(table, 'not-analysed', [], [], message);
}

/** The cells that cannot be compared. */
function reportOpen({ table, boxes, found }: Analysis): void {
  const rules = table.rules.filter((_, at) => boxes[at] === null);
  if (rules.length === 0) return;
  const named = rules.slice(0, 10).map(({ index }) => index);
  const more = rules.length > named.length ? ` and ${rules.length - named.length} more` : '';
  const message = `the rules ${named.join(', ')}${more} of ${table.ownerName} have cells that are not made of literals, so they were not searched for gaps and overlaps`;
  found.push(problem(table, 'not-analysed', rules, [], message));
}

function reportUnreachable(analysis: Analysis): void {
  const { table, columns, boxes, work, found } = analysis;
  const before: Box[] = [];
  for (const [at, rule] of table.rules.entries()) {
    const box = boxes[at];
    if (!box) continue;
    const empty = box.findIndex((set) => set.isEmpty);
    if (empty !== -1) {
      const message = `rule ${rule.index} of ${table.ownerName} never applies: its cell in the column ${columns[empty]?.name ?? ''} accepts no allowed value`;
      found.push(problem(table, 'unreachable', [rule], [], message));
      continue;
    }
    if (table.hitPolicy !== 'FIRST') continue;
    if (isCovered(box, before, work)) {
      const message = `rule ${rule.index} of ${table.ownerName} is never reached: the rules before it apply to all of its inputs`;
      found.push(problem(table, 'unreachable', [rule], describeBox(columns, box), message));
    }
    before.push(box);
    if (found.length >= MAX_PROBLEMS) return;
  }
}

function reportOverlaps(analysis: Analysis): void {
  const { table, columns, boxes, work, found } = analysis;
  if (table.hitPolicy !== 'UNIQUE' && table.hitPolicy !== 'ANY') return;
  for (const [at, first] of table.rules.entries()) {
    const box = boxes[at];
    if (!box) continue;
    for (let other = at + 1; other < boxes.length; other += 1) {
      const against = boxes[other];
      const second = table.rules[other];
      if (!against || second === undefined) continue;
      work.left -= 1;
      if (work.left < 0) throw new WorkExceeded();
      if (!box.every((set, column) => set.meets(against[column] ?? set))) continue;
      if (table.hitPolicy === 'ANY' && sameOutputs(first, second)) continue;
      const shared = describeBox(
        columns,
        box.map((set, column) => set.and(against[column] ?? set)),
      );
      const rule =
        table.hitPolicy === 'ANY' ? 'with different outputs, but ANY needs equal ones' : 'but UNIQUE allows one';
      const message = `the rules ${first.index} and ${second.index} of ${table.ownerName} both apply when ${sentence(shared)}, ${rule}`;
      found.push(problem(table, 'overlap', [first, second], shared, message));
      if (found.length >= MAX_PROBLEMS) return;
    }
  }
}

/** Outputs that are not constants count as equal: only an evaluation can tell. */
function sameOutputs(first: Rule, second: Rule): boolean {
  return first.outputs.every((cell, at) => {
    const other = second.outputs[at];
    return cell.kind !== 'constant' || other?.kind !== 'constant' || cell.value === other.value;
  });
}

/** Tables that list outputs, and tables with default outputs, have a result for every input. */
function reportGaps({ table, columns, boxes, work, found }: Analysis): void {
  const lists = ['COLLECT', 'RULE ORDER', 'OUTPUT ORDER'].includes(table.hitPolicy);
  if (lists || table.outputs.some(({ defaultEntry }) => defaultEntry !== null)) return;
  if (boxes.includes(null)) return;
  const whole = columns.map(({ atoms }) => AtomSet.all(atoms.length));
  const rules = boxes.filter((box) => box !== null);
  for (const gap of findGaps(whole, rules, work)) {
    const inputs = describeBox(columns, gap);
    found.push(problem(table, 'gap', [], inputs, `no rule of ${table.ownerName} applies when ${sentence(inputs)}`));
    if (found.length >= MAX_PROBLEMS) return;
  }
}

function describeBox(columns: readonly ColumnAtoms[], box: Box): TableProblem['inputs'] {
  return columns.map((column, at) => ({ name: column.name, test: describeAtoms(column, box[at] ?? new AtomSet(0)) }));
}

function sentence(inputs: TableProblem['inputs']): string {
  const told = inputs.filter(({ test }) => test !== '-').map(({ name, test }) => `${name} is ${test}`);
  return told.length === 0 ? 'the inputs have any values' : told.join(' and ');
}
