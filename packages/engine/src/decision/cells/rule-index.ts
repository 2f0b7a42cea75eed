import type { Steps } from '../steps/steps.js';
import type { CellTest, SimpleCell } from './cell.js';

/** Positions of rules, ascending. */
type Positions = readonly number[];

/** For one column: the rules whose cell may accept a value. */
type ColumnIndex = {
  /** Rules that may accept anything: cells without tests, negated ones, intervals of texts and other FEEL. */
  readonly open: Positions;
  /** The other rules for each text, truth value or null that their cells name. */
  readonly equal: ReadonlyMap<string | boolean | null, Positions>;
  /** Ends of the intervals of numbers, ascending. */
  readonly ends: readonly number[];
  /** The other rules for the numbers before the first end, at it, between it and the next, … */
  readonly segments: readonly Positions[];
};

/** Tables with fewer rules are searched as fast without an index. */
const LEAST_RULES = 16;
/** Most entries of an index, for each rule: a column whose intervals overlap more is not indexed. */
const MAX_ENTRIES_PER_RULE = 40;
/** Rules that are looked at in one step. */
const RULES_PER_STEP = 200;

const none: Positions = [];

/** Finds the rules that can apply, by the column that leaves the fewest. Their cells are still to be tested. */
export class RuleIndex {
  readonly #all: Positions;
  readonly #columns: readonly (ColumnIndex | null)[];

  private constructor(all: Positions, columns: readonly (ColumnIndex | null)[]) {
    this.#all = all;
    this.#columns = columns;
  }

  /** `rows`: the input cells of each rule; null stands for one that only FEEL can evaluate. */
  static *of(rows: readonly (readonly (SimpleCell | null)[])[]): Steps<RuleIndex> {
    const width = rows.length < LEAST_RULES ? 0 : (rows[0]?.length ?? 0);
    const columns: (ColumnIndex | null)[] = [];
    for (let column = 0; column < width; column += 1)
      columns.push(yield* indexColumn(rows.map((row) => row[column] ?? null)));
    return new RuleIndex(
      rows.map((_, at) => at),
      columns,
    );
  }

  candidates(values: readonly unknown[]): Positions {
    let least = this.#all.length;
    let closed = this.#all;
    let open = none;
    for (let at = 0; at < this.#columns.length; at += 1) {
      const column = this.#columns[at];
      const found = column ? lookUp(column, values[at]) : null;
      if (!column || found === null || found.length + column.open.length >= least) continue;
      least = found.length + column.open.length;
      closed = found;
      open = column.open;
    }
    return open.length === 0 ? closed : merge(closed, open);
  }
}

function merge(a: Positions, b: Positions): Positions {
  if (a.length === 0) return b;
  const merged: number[] = [];
  let left = 0;
  let right = 0;
  while (left < a.length || right < b.length) {
    const x = a[left] ?? Number.POSITIVE_INFINITY;
    const y = b[right] ?? Number.POSITIVE_INFINITY;
    merged.push(Math.min(x, y));
    if (x < y) left += 1;
    else right += 1;
  }
  return merged;
}

/** Null for values that the index does not know, such as dates. */
function lookUp(column: ColumnIndex, value: unknown): Positions | null {
  if (typeof value === 'number') return column.segments[segmentOf(column.ends, value)] ?? none;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return column.equal.get(value) ?? none;
  return null;
}

/** 2k for numbers between the ends k - 1 and k, 2k + 1 for the end k itself. */
function segmentOf(ends: readonly number[], value: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return ends[low] === value ? 2 * low + 1 : 2 * low;
}

/** Null for a column that would need too much memory. */
function* indexColumn(cells: readonly (SimpleCell | null)[]): Steps<ColumnIndex | null> {
  const numbers = new Set<number>();
  const open: number[] = [];
  const closed: { readonly at: number; readonly tests: readonly CellTest[] }[] = [];
  for (const [at, cell] of cells.entries()) {
    if (at % RULES_PER_STEP === 0) yield;
    if (cell === null || cell.negated || cell.tests.length === 0 || cell.tests.some(isTextInterval)) open.push(at);
    else closed.push({ at, tests: cell.tests });
  }
  for (const [place, { tests }] of closed.entries()) {
    if (place % RULES_PER_STEP === 0) yield;
    for (const test of tests) {
      const ends = test.kind === 'equals' ? [test.value] : [test.low, test.high];
      for (const end of ends) if (typeof end === 'number') numbers.add(end);
    }
  }
  yield;
  const ends = [...numbers].sort((a, b) => a - b);
  yield;
  const segments: number[][] = Array.from({ length: 2 * ends.length + 1 }, () => []);
  const equal = new Map<string | boolean | null, number[]>();
  let entries = 0;
  const add = (list: number[], at: number): void => {
    if (list.at(-1) === at) return;
    list.push(at);
    entries += 1;
  };
  for (const [place, { at, tests }] of closed.entries()) {
    if (place % RULES_PER_STEP === 0) yield;
    for (const test of tests) {
      if (test.kind === 'equals' && typeof test.value !== 'number') {
        const list = equal.get(test.value) ?? [];
        equal.set(test.value, list);
        add(list, at);
        continue;
      }
      const [from, to] = segmentsOf(test, ends);
      for (let segment = from; segment <= to; segment += 1) {
        const list = segments[segment];
        if (list !== undefined) add(list, at);
        if (entries > cells.length * MAX_ENTRIES_PER_RULE) return null;
      }
    }
  }
  return { open, equal, ends, segments };
}

function isTextInterval(test: CellTest): boolean {
  return test.kind === 'interval' && (typeof test.low === 'string' || typeof test.high === 'string');
}

/** First and last segment that a test of numbers covers. */
function segmentsOf(test: CellTest, ends: readonly number[]): readonly [from: number, to: number] {
  if (test.kind === 'equals') {
    const segment = segmentOf(ends, Number(test.value));
    return [segment, segment];
  }
  const { low, high, lowIncluded, highIncluded } = test;
  const from = low === null ? 0 : segmentOf(ends, Number(low)) + (lowIncluded ? 0 : 1);
  const to = high === null ? 2 * ends.length : segmentOf(ends, Number(high)) - (highIncluded ? 0 : 1);
  return [from, to];
}
