import type { Io } from './io.js';
import { type Column, record, table } from './table.js';

/** How a command prints its result: tables and sentences for people, or the service's own JSON with `--json`. */
export interface Output {
  readonly isJson: boolean;
  /** Rows as a table; `answer` is what `--json` prints instead. */
  list<T>(columns: readonly Column<T>[], rows: readonly T[], answer: object, empty: string): Promise<void>;
  /** One thing as names and values. */
  record(pairs: readonly (readonly [name: string, value: string | undefined])[], answer: object): Promise<void>;
  /** What was done, as a sentence. */
  done(sentence: string, answer: object): Promise<void>;
  /** Prints text; nothing with `--json`. */
  text(text: string): Promise<void>;
  /** Prints the answer with `--json`; otherwise nothing. */
  json(answer: object): Promise<void>;
}

export function createOutput(io: Pick<Io, 'out' | 'err' | 'columns'>, isJson: boolean): Output {
  const json = (answer: object) => io.out(`${JSON.stringify(answer, undefined, 2)}\n`);
  return {
    isJson,
    async list(columns, rows, answer, empty) {
      if (isJson) return json(answer);
      if (rows.length === 0) return io.err(`${empty}\n`);
      return io.out(table(columns, rows, io.columns));
    },
    record: (pairs, answer) => (isJson ? json(answer) : io.out(record(pairs))),
    done: (sentence, answer) => (isJson ? json(answer) : io.out(`${sentence}\n`)),
    text: async (text) => (isJson ? undefined : io.out(text)),
    json: async (answer) => (isJson ? json(answer) : undefined),
  };
}
