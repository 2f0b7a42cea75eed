/** One cell; an empty one without quotes is no value, `""` is the empty text. */
export interface CsvCell {
  readonly text: string;
  readonly quoted: boolean;
}

/** One record of RFC 4180 and the line of the text it begins on, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly CsvCell[];
}

/** The text is no CSV; `line` is where. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** A quoted cell, or one without quotes, and what ends it. Sticky: each match begins where the one before ended. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * Reads RFC 4180: commas, quotes doubled inside quotes, CRLF, LF or CR; a byte order mark and empty lines are left out.
 * Linear in the length of the text.
 *
 * @throws CsvError for a quote that is never closed or stands inside a cell without quotes
 */
export function* parseCsv(text: string): Generator<CsvRecord> {
  cell.lastIndex = 0;
  const source = text.replace(/^\ufeff/, '');
  let position = 0;
  let line = 1;
  let first = 1;
  let cells: CsvCell[] = [];
  while (position < source.length || cells.length > 0) {
    cell.lastIndex = position;
    const found = cell.exec(source);
    if (found === null)
      throw new CsvError(line, 'A quote is never closed, or stands in a cell that does not begin with one.');
    const [whole, quoted, plain = '', end = ''] = found;
    cells.push({ text: quoted?.replaceAll('""', '"') ?? plain, quoted: quoted !== undefined });
    position += whole.length;
    line += quoted === undefined ? 0 : linesIn(quoted);
    if (end === ',') continue;
    const [only] = cells;
    if (cells.length > 1 || only?.quoted === true || only?.text !== '') yield { line: first, cells };
    cells = [];
    line += end === '' ? 0 : 1;
    first = line;
  }
}

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;
