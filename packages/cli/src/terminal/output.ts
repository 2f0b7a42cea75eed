import type { Io } from './io.js';
import { type Column, record, table } from './table.js';

/** How a command prints its result: tables and sentences for people, or the service's own JSON with `--json`. */
export interface Output {
  readonly isJson: boolean;
  /** Rows as a table; `answer` is what `--json` prints instead. */
  list<T>(columns: readonly Column<T>[], rows: readonly T[], answer: object, empty: string): Promise<void>;
  /** One page of a list; standard error says that there are further pages. */
  page<T>(columns: readonly Column<T>[], rows: readonly T[], answer: Page, empty: string): Promise<void>;
  /** A table below what was printed before; nothing if it has no rows, or with `--json`. */
  section<T>(columns: readonly Column<T>[], rows: readonly T[]): Promise<void>;
  /** One thing as names and values. */
  record(pairs: readonly (readonly [name: string, value: string | undefined])[], answer: object): Promise<void>;
  /** What was done, as a sentence. */
  done(sentence: string, answer: object): Promise<void>;
  /** Prints text; nothing with `--json`. */
  text(text: string): Promise<void>;
  /** Prints the answer with `--json`; otherwise nothing. */
  json(answer: object): Promise<void>;
}

/** An answer with a page of a list. */
export interface Page {
  readonly meta?:
    | { readonly page: string; readonly totalPages: string; readonly totalCount: string; readonly atLeast?: boolean }
    | undefined;
}

export function createOutput(io: Pick<Io, 'out' | 'err' | 'columns'>, isJson: boolean): Output {
  const json = (answer: object) => io.out(`${JSON.stringify(answer, undefined, 2)}\n`);
  return {
    isJson,
    list,
    async page(columns, rows, answer, empty) {
      await list(columns, rows, answer, empty);
      if (!isJson) io.err(furtherPages(answer));
    },
    section: async (columns, rows) =>
      isJson || rows.length === 0 ? undefined : io.out(`\n${table(columns, rows, io.columns)}`),
    record: (pairs, answer) => (isJson ? json(answer) : io.out(record(pairs))),
    done: (sentence, answer) => (isJson ? json(answer) : io.out(`${sentence}\n`)),
    text: async (text) => (isJson ? undefined : io.out(text)),
    json: async (answer) => (isJson ? json(answer) : undefined),
  };

  async function list<T>(columns: readonly Column<T>[], rows: readonly T[], answer: object, empty: string) {
    if (isJson) return json(answer);
    if (rows.length === 0) return io.err(`${empty}\n`);
    return io.out(table(columns, rows, io.columns));
  }
}

/** A line that says that there are further pages; empty if the list has only one. */
export function furtherPages({ meta }: Page): string {
  if (meta === undefined || Number(meta.totalPages) < 2) return '';
  const next = Number(meta.page) < Number(meta.totalPages) ? `; next: --page ${Number(meta.page) + 1}` : '';
  const more = meta.atLeast === true ? 'more than ' : '';
  return `page ${meta.page} of ${more}${meta.totalPages}, ${more}${meta.totalCount} in all${next}\n`;
}
