import { channel } from 'node:diagnostics_channel';
import type pg from 'pg';
import { compile, Fragment, type SqlValue } from './sql.js';

/** Name of the diagnostics channel that every statement is published on before it is sent; without subscribers for free. */
export const STATEMENT_CHANNEL = 'millrace:statement';

/** What a subscriber of {@link STATEMENT_CHANNEL} gets. */
export interface StatementMessage {
  /** With `$1`, `$2`, … for parameters. */
  readonly text: string;
}

const statements = channel(STATEMENT_CHANNEL);

/** The rows of a statement, and how many rows it returned or changed. */
export type Rows<Row> = readonly Row[] & { readonly count: number };

/**
 * Runs statements: on any connection of the pool (a `Database`) or inside a transaction (a `Transaction`).
 *
 *     const [row] = await db<{ id: string }>`select id from process where id = ${id}`;
 *
 * Interpolated values become parameters, `sql` fragments become text. The statement starts at once; it is a real
 * promise. Rejections: `DatabaseUnavailableError` when PostgreSQL cannot be reached, `ParameterError` for a value that
 * cannot be sent, else the driver's `DatabaseError` (see `sqlState`, `isUniqueViolation`).
 */
export interface Queryable {
  <Row extends object = Record<string, unknown>>(
    strings: TemplateStringsArray,
    ...values: readonly SqlValue[]
  ): Promise<Rows<Row>>;
  /** Runs a fragment built elsewhere. */
  run<Row extends object = Record<string, unknown>>(statement: Fragment): Promise<Rows<Row>>;
  /** Runs several statements separated by semicolons, without parameters; PostgreSQL treats them as one transaction. */
  script(text: string): Promise<void>;
}

/** How a {@link Queryable} reaches a connection. */
export interface Executor {
  /** @throws ParameterError at once, before anything is sent */
  execute(statement: Fragment): Promise<pg.QueryResult>;
  script(text: string): Promise<void>;
}

/** The callable object over an executor. */
export function createQueryable(executor: Executor): Queryable {
  const run = async <Row extends object>(statement: Fragment): Promise<Rows<Row>> => {
    announce(statement);
    const result = await executor.execute(statement);
    const rows: Row[] = result.rows;
    return withCount(rows, result.rowCount ?? 0);
  };
  const tag = <Row extends object>(strings: TemplateStringsArray, ...values: readonly SqlValue[]) =>
    run<Row>(new Fragment(strings, values));
  return Object.assign(tag, { run, script: (text: string) => executor.script(text) });
}

/** Publishes a statement that is about to be sent. */
export function announce(statement: Fragment): void {
  if (statements.hasSubscribers) statements.publish({ text: compile(statement).text } satisfies StatementMessage);
}

/** The count is hidden, so that rows compare equal to plain arrays. */
function withCount<Row>(rows: Row[], count: number): Rows<Row> {
  const counted = Object.assign(rows, { count });
  Object.defineProperty(counted, 'count', { enumerable: false });
  return counted;
}
