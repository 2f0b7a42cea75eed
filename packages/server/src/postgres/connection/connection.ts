import type pg from 'pg';
import type { Executor } from '../sql/queryable.js';
import { compile, type Fragment } from '../sql/sql.js';
import type { Cancellation } from './cancellation.js';
import { isConnectionFailure, mapFailure } from './errors.js';
import type { PreparedNames } from './prepared-names.js';

/** One connection taken from the pool. The code that takes it must release it. */
export class Connection implements Executor {
  #broken = false;
  readonly #client: pg.PoolClient;
  readonly #names: PreparedNames;
  readonly #request: ConnectionRequest | undefined;

  /** @param request absent for work without a request, which nothing cancels */
  constructor(client: pg.PoolClient, names: PreparedNames, request?: ConnectionRequest) {
    this.#client = client;
    this.#names = names;
    this.#request = request;
  }

  /** @throws RequestAbandonedError when the client of the request is gone */
  checkClient(): void {
    this.#request?.cancellation.check();
  }

  /** @param begun answer of the `begin` that was sent before it, if that is not there yet: it is never cancelled */
  execute(statement: Fragment, begun?: Promise<void>): Promise<pg.QueryResult> {
    const { text, values } = compile(statement);
    return this.#watched(() => this.#client.query({ text, values, name: this.#names.nameOf(text) }), begun);
  }

  /** @param begun as for {@link execute} */
  async script(text: string, begun?: Promise<void>): Promise<void> {
    await this.#watched(() => this.#client.query(text), begun);
  }

  /**
   * Runs a statement that is a transaction by itself, so its outcome may be unknown. When it is cancelled, it has changed nothing.
   */
  executeAlone(statement: Fragment): Promise<pg.QueryResult> {
    const { text, values } = compile(statement);
    return this.#watched(() => this.#client.query({ text, values, name: this.#names.nameOf(text) }), undefined, true);
  }

  /** Runs a transaction control statement, which is never cancelled; the command tag says what PostgreSQL made of it. */
  async control(text: string, outcomeUnknown = false): Promise<string> {
    const result = await this.#query(() => this.#client.query(text), outcomeUnknown);
    return result.command;
  }

  /** Gives the connection back, or closes it when it is broken, inside a transaction or not to be used again. */
  release(discard = false): void {
    const giveBack = (mustClose: boolean) => {
      this.#client.release(mustClose || discard || this.#broken || this.#client.getTransactionStatus() !== 'I');
      this.#request?.leave();
    };
    if (this.#request === undefined) giveBack(false);
    else this.#request.cancellation.settle(giveBack);
  }

  #watched(
    send: () => Promise<pg.QueryResult>,
    begun?: Promise<void>,
    outcomeUnknown = false,
  ): Promise<pg.QueryResult> {
    if (this.#request === undefined) return this.#query(send, outcomeUnknown);
    return this.#request.cancellation.watch(() => this.#query(send, outcomeUnknown), begun);
  }

  async #query(send: () => Promise<pg.QueryResult>, outcomeUnknown = false): Promise<pg.QueryResult> {
    // Statements that are sent one after the other, without waiting, leave in one packet.
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    try {
      return await send();
    } catch (error) {
      if (isConnectionFailure(error)) this.#broken = true;
      throw mapFailure(error, outcomeUnknown && !wasNeverSent(error));
    }
  }
}

/** The request that a connection works for. */
export interface ConnectionRequest {
  readonly cancellation: Cancellation;
  /** Called when the connection is given back. */
  leave(): void;
}

/** The driver knew the connection to be dead before it sent anything. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Client has encountered a connection error');
}
