/** A table as text: the names of its columns, and rows of as many cells. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const separators = [',', ';', '\t'] as const;

/**
 * Reads a CSV file as spreadsheets write it: separated by commas, semicolons or tabs, with quotes doubled inside quotes.
 * Undefined: it has no header, or a quote is not closed.
 */
export function readCsv(text: string): CsvTable | undefined {
  const source = text.replace(/^\ufeff/, '');
  const [header = ''] = source.split(/\r\n|\n|\r/, 1);
  const counts = separators.map((separator) => header.split(separator).length);
  const separator = separators[counts.indexOf(Math.max(...counts))] ?? ',';
  const records = recordsOf(source, separator);
  const [columns, ...rows] = records ?? [];
  if (columns === undefined) return undefined;
  return {
    columns: columns.map((name) => name.trim()),
    rows: rows.map((row) => columns.map((_, index) => row[index] ?? '')),
  };
}

function recordsOf(source: string, separator: string): string[][] | undefined {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRecord = () => {
    record.push(cell);
    if (record.length > 1 || cell !== '') records.push(record);
    record = [];
    cell = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      record.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && source.charAt(at + 1) === '\n') at += 1;
      endRecord();
    } else cell += character;
  }
  if (isQuoted) return undefined;
  if (cell !== '' || record.length > 0) endRecord();
  return records;
}

/** RFC 4180, with the line on which each row begins, from 1. */
export function writeCsv({ columns, rows }: CsvTable): { readonly text: string; readonly lines: readonly number[] } {
  const lines: number[] = [];
  let line = 1;
  const texts = [columns, ...rows].map((cells) => {
    lines.push(line);
    const text = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
    line += 1 + (text.match(/\r\n|\n|\r/g)?.length ?? 0);
    return text;
  });
  return { text: texts.map((text) => `${text}\n`).join(''), lines: lines.slice(1) };
}

/** Files of older spreadsheets are not UTF-8. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
