import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import { type ImportFormat, rawRecords } from './records.js';

/** A part of a file that fits one request. */
export interface Batch {
  /** From 0. */
  readonly index: number;
  readonly rows: number;
  readonly content: string;
  /** Line of the file that a line of the content is, both from 1. */
  readonly lineOf: (contentLine: number) => number;
}

/** The service accepts 10 Mi characters in 16 MiB of JSON, in which a quote takes two bytes. */
const MAX_CHARACTERS = 4 * 1024 ** 2;

/**
 * Splits a file into requests of at most `mostRows` rows; each part of CSV begins with the header. The same file and limit
 * give the same batches. One batch is in memory at a time.
 *
 * @throws CommandError for a row that is larger than a batch
 */
export async function* batchesOf(
  chunks: AsyncIterable<string>,
  format: ImportFormat,
  mostRows: number,
): AsyncGenerator<Batch, void, undefined> {
  let header = format === 'csv' ? undefined : '';
  let index = 0;
  let rows = 0;
  let from = 1;
  let content = '';
  const batch = (): Batch => {
    const headerLines = linesIn(header ?? '');
    const begin = from;
    return {
      index,
      rows,
      content: (header ?? '') + content,
      lineOf: (line) => (line <= headerLines ? line : begin + line - headerLines - 1),
    };
  };
  for await (const { line, text } of rawRecords(chunks, format, MAX_CHARACTERS)) {
    if (text.length > MAX_CHARACTERS) {
      throw new CommandError(
        `Line ${line} begins a row of more than ${MAX_CHARACTERS} characters. Is a quote left open there?`,
        exitCodes.invalid,
      );
    }
    const isBlank = text.trim() === '' || text === '\ufeff';
    if (header === undefined) {
      if (isBlank) continue;
      header = text.endsWith('\n') || text.endsWith('\r') ? text : `${text}\n`;
      from = line + linesIn(text);
      continue;
    }
    const isFull = rows === mostRows || content.length + text.length + header.length > MAX_CHARACTERS;
    if (isFull && rows > 0 && !isBlank) {
      yield batch();
      index += 1;
      rows = 0;
      content = '';
      from = line;
    }
    content += text;
    if (!isBlank) rows += 1;
  }
  if (rows > 0 || index === 0) yield batch();
}

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;
