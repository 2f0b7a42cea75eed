import { type CellLiteral, type SimpleCell, testCell } from '../cells/cell.js';
import type { DecisionTable } from '../model/decision-table.js';
import { resolved } from '../types/dmn-type.js';
import { AtomSet } from './atom-set.js';

/**
 * The values of a column, divided so that no cell tells two values of one part apart. `sample` is one of the part's values.
 */
type Atom =
  | { readonly kind: 'point'; readonly sample: CellLiteral }
  /** Between two neighbouring literals, which are not part of it; null: without an end. */
  | {
      readonly kind: 'between';
      readonly low: number | string | null;
      readonly high: number | string | null;
      readonly sample: number | string;
    }
  /** Every value: no cell of the column asks for it. */
  | { readonly kind: 'any'; readonly sample: null };

export type ColumnAtoms = {
  readonly name: string;
  readonly atoms: readonly Atom[];
  /** For each rule the parts that its cell accepts; null for a cell that only FEEL can evaluate. */
  readonly accepted: readonly (AtomSet | null)[];
};

/** Divides the values of an input column. */
export function columnAtoms(table: DecisionTable, column: number): ColumnAtoms {
  const { name, type, allowedCell } = table.inputs[column] ?? { name: '', type: null, allowedCell: null };
  const cells = table.rules.map((rule) => rule.inputs[column]?.simple ?? null);
  const real = type === null ? null : resolved(type);
  const base = real?.kind === 'constrained' ? resolved(real.base) : real;
  const declared = base?.kind === 'simple' ? base.name : null;
  const atoms = readAtoms([...cells, allowedCell], declared, allowedCell);
  const sets = new Map<string, AtomSet>();
  const accepted = cells.map((cell, at) => {
    if (cell === null) return null;
    const source = table.rules[at]?.inputs[column]?.source ?? '';
    const known = sets.get(source);
    if (known !== undefined) return known;
    const set = new AtomSet(atoms.length);
    for (const [index, { sample }] of atoms.entries()) if (testCell(cell, sample) === true) set.add(index);
    sets.set(source, set);
    return set;
  });
  return { name, atoms, accepted };
}

function readAtoms(
  cells: readonly (SimpleCell | null)[],
  declared: string | null,
  allowed: SimpleCell | null,
): readonly Atom[] {
  const named = { number: new Set<number>(), string: new Set<string>(), boolean: new Set<boolean>(), null: false };
  for (const cell of cells) {
    for (const test of cell?.tests ?? []) {
      for (const value of test.kind === 'equals' ? [test.value] : [test.low, test.high]) {
        if (typeof value === 'number') named.number.add(value);
        else if (typeof value === 'string') named.string.add(value);
        else if (typeof value === 'boolean') named.boolean.add(value);
        else if (test.kind === 'equals') named.null = true;
      }
    }
  }
  const atoms: Atom[] = [];
  if (declared === 'number' || named.number.size > 0) atoms.push(...numberAtoms(named.number));
  if (declared === 'string' || named.string.size > 0) atoms.push(...textAtoms(named.string));
  if (declared === 'boolean' || named.boolean.size > 0)
    atoms.push({ kind: 'point', sample: true }, { kind: 'point', sample: false });
  // Null counts only where a cell names it: else every table would have a gap.
  if (named.null) atoms.push({ kind: 'point', sample: null });
  if (atoms.length === 0) return [{ kind: 'any', sample: null }];
  const inside = allowed === null ? atoms : atoms.filter(({ sample }) => testCell(allowed, sample) === true);
  return inside;
}

function numberAtoms(named: ReadonlySet<number>): readonly Atom[] {
  const ends = [...named].sort((a, b) => a - b);
  const [first] = ends;
  if (first === undefined) return [{ kind: 'between', low: null, high: null, sample: 0 }];
  const atoms: Atom[] = [{ kind: 'between', low: null, high: first, sample: first - 1 - Math.abs(first) }];
  for (const [at, end] of ends.entries()) {
    const next = ends[at + 1] ?? null;
    const sample = next === null ? end + 1 + Math.abs(end) : end + (next - end) / 2;
    atoms.push({ kind: 'point', sample: end }, { kind: 'between', low: end, high: next, sample });
  }
  return atoms;
}

/** Every text between two neighbouring ones is told apart by intervals only; the least of them follows its neighbour. */
function textAtoms(named: ReadonlySet<string>): readonly Atom[] {
  const ends = [...named].sort((a, b) => (a < b ? -1 : 1));
  const [first] = ends;
  if (first === undefined) return [{ kind: 'between', low: null, high: null, sample: '' }];
  const atoms: Atom[] = first === '' ? [] : [{ kind: 'between', low: null, high: first, sample: '' }];
  for (const [at, end] of ends.entries()) {
    const next = ends[at + 1] ?? null;
    atoms.push({ kind: 'point', sample: end });
    // The least text after `end`; it may be the next end itself.
    const sample = `${end}\u0000`;
    if (sample !== next) atoms.push({ kind: 'between', low: end, high: next, sample });
  }
  return atoms;
}

/** A set of parts as FEEL unary tests; `-` for all of them. */
export function describeAtoms({ atoms }: ColumnAtoms, set: AtomSet): string {
  const members = set.members;
  if (members.length === atoms.length) return '-';
  const texts = atoms.filter(({ sample, kind }) => typeof sample === 'string' && kind === 'point');
  const tests: string[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = atoms[members[at] ?? 0];
    let last = from;
    while (from !== undefined && last !== undefined && at + 1 < members.length) {
      const next = atoms[members[at + 1] ?? 0];
      if ((members[at + 1] ?? 0) !== (members[at] ?? 0) + 1 || typeof next?.sample !== typeof from.sample) break;
      if (typeof from.sample !== 'number') break;
      last = next;
      at += 1;
    }
    if (from !== undefined && last !== undefined) tests.push(describeRun(from, last));
  }
  const shown = [...new Set(tests)];
  // Several stretches between texts read best as what they leave out.
  const others = atoms.filter(({ sample, kind }) => typeof sample === 'string' && kind === 'between');
  const isText = atoms.every(({ sample }) => typeof sample === 'string');
  if (isText && others.length > 0 && others.every((atom) => set.has(atoms.indexOf(atom)))) {
    const missing = texts.filter((atom) => !set.has(atoms.indexOf(atom))).map(({ sample }) => JSON.stringify(sample));
    return missing.length === 0 ? '-' : `not(${missing.join(', ')})`;
  }
  return shown.length <= 8 ? shown.join(', ') : `${shown.slice(0, 8).join(', ')}, …`;
}

/** Neighbouring parts from `from` to `last`. */
function describeRun(from: Atom, last: Atom): string {
  if (from === last && from.kind === 'point') return from.sample === null ? 'null' : JSON.stringify(from.sample);
  const low = from.kind === 'between' ? from.low : from.sample;
  const high = last.kind === 'between' ? last.high : last.sample;
  const open = from.kind === 'between' ? '(' : '[';
  const close = last.kind === 'between' ? ')' : ']';
  if (low === null && high === null) return '-';
  if (low === null) return `${close === ']' ? '<=' : '<'} ${JSON.stringify(high)}`;
  if (high === null) return `${open === '[' ? '>=' : '>'} ${JSON.stringify(low)}`;
  return `${open}${JSON.stringify(low)}..${JSON.stringify(high)}${close}`;
}
