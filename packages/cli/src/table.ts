import { fit, oneLine, pad, widthOf } from './text.js';

/** One column of a table of rows of type T. */
export interface Column<T> {
  readonly title: string;
  readonly value: (row: T) => string;
  /** Numbers stand at the right. */
  readonly align?: 'left' | 'right';
}

const gap = '  ';

/**
 * Rows as aligned columns under their titles, one row a line. On a terminal of `columns` columns the last column is
 * shortened rather than wrapped; in a file or a pipe nothing is lost.
 */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[], terminal?: number): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => oneLine(value(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ''))));
  return cells
    .map((row) => {
      const line = row.map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align)).join(gap);
      return terminal === undefined ? line.trimEnd() : fit(line.trimEnd(), terminal);
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** Names and values, one pair a line. Pairs without a value are left out. */
export function record(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  return shown.map(([name, value]) => `${pad(name, width)}${gap}${oneLine(value ?? '')}\n`).join('');
}
