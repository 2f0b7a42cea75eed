import { fit, oneLine, pad, valueText, widthOf } from './text.js';

/** One column of a table of rows of type T. Numbers are right-aligned. */
export type Column<T> = readonly [title: string, value: TextMember<T> | ((row: T) => string), align?: 'right'];

/** The members of T that a table can show as they are; null and undefined are shown as nothing. */
type TextMember<T> = { [K in NameOf<T>]: T[K] extends string | number | null | undefined ? K : never }[NameOf<T>];
type NameOf<T> = keyof T & string;

const GAP = '  ';

/** If less width remains for the last column, it moves to a new line. */
const MIN_LAST_COLUMN_WIDTH = 16;
const CONTINUATION_INDENT = '  ';

/**
 * Rows as aligned columns under their titles. On a terminal of `columns` columns that is too narrow for them, columns continue
 * on indented lines below, as do their titles; only text longer than a line is shortened. In a file or a pipe every row is
 * one line.
 */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[], terminal?: number): string {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) =>
      columns.map(([, value]) => (typeof value === 'function' ? oneLine(value(row)) : valueText(row[value]))),
    ),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ''))));
  const lines = linesOf(widths, terminal ?? Number.POSITIVE_INFINITY);
  return cells
    .flatMap((row) =>
      lines.map((indices, number) => {
        const texts = indices.map((index) => pad(row[index] ?? '', widths[index] ?? 0, columns[index]?.[2]));
        const line = `${number === 0 ? '' : CONTINUATION_INDENT}${texts.join(GAP)}`.trimEnd();
        return number > 0 && line === '' ? '' : `${terminal === undefined ? line : fit(line, terminal)}\n`;
      }),
    )
    .join('');
}

/** Which columns share a line of the terminal. */
function linesOf(widths: readonly number[], terminal: number): readonly (readonly number[])[] {
  const lines: number[][] = [[]];
  let used = 0;
  widths.forEach((width, index) => {
    const needed = index === widths.length - 1 ? Math.min(width, MIN_LAST_COLUMN_WIDTH) : width;
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && used + GAP.length + needed > terminal) {
      lines.push([index]);
      used = CONTINUATION_INDENT.length + width;
    } else {
      used += (line.length > 0 ? GAP.length : 0) + width;
      line.push(index);
    }
  });
  return lines;
}

/** Names and values, one pair a line. Pairs without a value are left out. */
export function record(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  return shown.map(([name, value]) => `${pad(name, width)}${GAP}${oneLine(value ?? '')}\n`).join('');
}
