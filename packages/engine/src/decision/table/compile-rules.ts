import { anyCell, readSimpleCell, type SimpleCell } from '../cells/cell.js';
import { type BuildContext, warnOfUnknown } from '../context/build-context.js';
import { feelContext } from '../context/feel-context.js';
import { compileTests, type FeelContext, type FeelTests } from '../feel/feel.js';
import type { InputCell, InputColumn, OutputCell, OutputColumn, Rule } from '../model/decision-table.js';
import type { Steps } from '../steps/steps.js';
import { resolved } from '../types/dmn-type.js';
import { attributeOf, childrenOf, textOf } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import { readOutputCell } from './compile-output.js';

/** Cells of literals; one of other FEEL is a step of its own. */
const CELLS_PER_STEP = 64;

const nothing: OutputCell = { kind: 'constant', value: null };
const missing: InputCell = { source: '-', simple: anyCell, tests: () => null };

/** Compiles the rules of a table; a rule with too few or too many entries is an error. */
export function* compileRules(
  context: BuildContext,
  tableId: string,
  elements: readonly XmlElement[],
  inputs: readonly InputColumn[],
  outputs: readonly OutputColumn[],
): Steps<readonly Rule[]> {
  const feel = feelContext(context);
  const seen = new Set<string>();
  const rules: Rule[] = [];
  let cells = 0;
  for (const [at, element] of elements.entries()) {
    const index = at + 1;
    const id = attributeOf(element, 'id') ?? `${tableId}_rule_${index}`;
    if (seen.has(id))
      context.problems.error(element, 'duplicate-id', `two rules of ${context.owner.name} have the id ${id}`);
    seen.add(id);
    const inputEntries = childrenOf(element, 'inputEntry');
    const outputEntries = childrenOf(element, 'outputEntry');
    checkCount(context, element, index, 'input', inputEntries.length, inputs.length);
    checkCount(context, element, index, 'output', outputEntries.length, outputs.length);
    const inputCells: InputCell[] = [];
    for (const [column_, column] of inputs.entries()) {
      const entry = inputEntries[column_];
      const cell = entry === undefined ? missing : readInputCell(context, entry, index, column, feel);
      inputCells.push(cell);
      cells += 1;
      if (cell.simple === null || cells % CELLS_PER_STEP === 0) yield;
    }
    const outputCells: OutputCell[] = [];
    for (const [column_, column] of outputs.entries()) {
      const entry = outputEntries[column_];
      const what = `rule ${index}, column ${column.name},`;
      const cell = entry === undefined ? nothing : readOutputCell(context, entry, what);
      outputCells.push(cell);
      cells += 1;
      if (cell.kind !== 'constant' || cells % CELLS_PER_STEP === 0) yield;
    }
    rules.push({ id, index, line: element.line, inputs: inputCells, outputs: outputCells });
  }
  return rules;
}

function checkCount(
  context: BuildContext,
  rule: XmlElement,
  index: number,
  kind: 'input' | 'output',
  entries: number,
  columns: number,
): void {
  if (entries === columns) return;
  context.problems.error(
    rule,
    'wrong-entries',
    `rule ${index} of ${context.owner.name} has ${entries} ${kind} entries for ${columns} ${kind} columns`,
    context.owner.id,
  );
}

function readInputCell(
  context: BuildContext,
  element: XmlElement,
  rule: number,
  column: InputColumn,
  feel: FeelContext,
): InputCell {
  const source = textOf(element)?.trim() ?? '';
  const simple = readSimpleCell(source);
  const what = `rule ${rule}, column ${column.name},`;
  if (simple !== null) {
    warnOfOtherType(context, element, simple, column, what);
    let compiled: FeelTests | undefined;
    const tests = (): FeelTests => {
      compiled ??= compileTests(source === '' ? '-' : source, feel);
      return compiled;
    };
    return { source, simple, tests };
  }
  try {
    const tests = compileTests(source, feel);
    warnOfUnknown(context, element, tests.variables, what);
    return { source, simple: null, tests: () => tests };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.problems.error(element, 'bad-expression', `${what} of ${context.owner.name}: ${reason}`, context.owner.id);
    return { source, simple: null, tests: () => null };
  }
}

/** A cell whose literals are of another type than the column never applies. */
function warnOfOtherType(
  context: BuildContext,
  element: XmlElement,
  cell: SimpleCell,
  column: InputColumn,
  what: string,
): void {
  const type = resolved(column.type);
  const base = type.kind === 'constrained' ? resolved(type.base) : type;
  if (base.kind !== 'simple' || cell.tests.length === 0) return;
  const foreign = cell.tests.every((test) => {
    const value = test.kind === 'equals' ? test.value : (test.low ?? test.high);
    return value !== null && typeof value !== base.name;
  });
  if (foreign)
    context.problems.warn(
      element,
      'other-type',
      `${what} of ${context.owner.name} compares a value of the type ${base.name} with another type, so it never applies`,
      context.owner.id,
    );
}
