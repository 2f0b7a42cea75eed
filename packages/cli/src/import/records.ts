export type ImportFormat = 'csv' | 'ndjson';

/** One record of the file, with its line end. */
export interface RawRecord {
  /** Line of the file that it begins on, from 1. */
  readonly line: number;
  readonly text: string;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits text that arrives in chunks into records: lines, in CSV those whose end is not inside quotes (RFC 4180). The service
 * checks their content. Memory holds one record and one chunk: reading stops at a record of more than `mostCharacters`, and the
 * last record returned is then its beginning.
 */
export async function* rawRecords(
  chunks: AsyncIterable<string>,
  format: ImportFormat,
  mostCharacters: number,
): AsyncGenerator<RawRecord, void, undefined> {
  const isCsv = format === 'csv';
  let rest = '';
  let at = 0;
  let isQuoted = false;
  let line = 1;
  let first = 1;
  for await (const chunk of chunks) {
    rest += chunk;
    let start = 0;
    for (; at < rest.length; at += 1) {
      const code = rest.charCodeAt(at);
      if (code === QUOTE && isCsv) isQuoted = !isQuoted;
      if (code === CARRIAGE_RETURN && isCsv) {
        // The line feed that belongs to it may be in the next chunk.
        if (at + 1 === rest.length) break;
        if (rest.charCodeAt(at + 1) === LINE_FEED) continue;
      } else if (code !== LINE_FEED) continue;
      line += 1;
      if (isQuoted) continue;
      yield { line: first, text: rest.slice(start, at + 1) };
      start = at + 1;
      first = line;
    }
    rest = rest.slice(start);
    at -= start;
    if (rest.length > mostCharacters) break;
  }
  if (rest !== '') yield { line: first, text: rest };
}
