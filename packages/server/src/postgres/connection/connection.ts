import type pg from 'pg';
import type { Executor } from '../sql/queryable.js';
import { compile, type Fragment } from '../sql/sql.js';
import { isConnectionFailure, mapFailure } from './errors.js';
import type { PreparedNames } from './prepared-names.js';

/** One connection taken from the pool. The code that takes it must release it. */
export class Connection implements Executor {
  #broken = false;
  readonly #client: pg.PoolClient;
  readonly #names: PreparedNames;

  constructor(client: pg.PoolClient, names: PreparedNames) {
    this.#client = client;
    this.#names = names;
  }

  async execute(statement: Fragment): Promise<pg.QueryResult> {
    const { text, values } = compile(statement);
    return this.#query(() => this.#client.query({ text, values, name: this.#names.nameOf(text) }));
  }

  async script(text: string): Promise<void> {
    await this.#query(() => this.#client.query(text));
  }

  /** Runs a transaction control statement; the command tag says what PostgreSQL made of it. */
  async control(text: string, outcomeUnknown = false): Promise<string> {
    const result = await this.#query(() => this.#client.query(text), outcomeUnknown);
    return result.command;
  }

  /** Gives the connection back, or closes it when it is broken, inside a transaction or not to be used again. */
  release(discard = false): void {
    this.#client.release(discard || this.#broken || this.#client.getTransactionStatus() !== 'I');
  }

  async #query(send: () => Promise<pg.QueryResult>, outcomeUnknown = false): Promise<pg.QueryResult> {
    try {
      return await send();
    } catch (error) {
      if (isConnectionFailure(error)) this.#broken = true;
      throw mapFailure(error, outcomeUnknown && !wasNeverSent(error));
    }
  }
}

/** The driver knew the connection to be dead before it sent anything. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Client has encountered a connection error');
}
