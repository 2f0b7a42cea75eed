import { setTimeout as sleep } from 'node:timers/promises';
import { inSpan, type SpanStart } from '../../kernel/tracing.js';
import { announce, createQueryable, type Executor, type Queryable, type Rows } from '../sql/queryable.js';
import { type Fragment, sql } from '../sql/sql.js';
import type { Connection } from './connection.js';
import type { Database } from './database.js';
import { DatabaseUnavailableError, isForeignKeyViolation, isRetryable, isStalePlan } from './errors.js';

/** A transaction under way; usable only until the work it was given to settles. */
export interface Transaction extends Queryable {
  /** Runs work that may fail without failing the transaction: its changes are undone, its error is rethrown. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /**
   * As `savepoint`, for work that rarely fails: it sets no savepoint at first. When the work fails after it sent a statement,
   * the transaction is rolled back and all of its work runs again, with savepoints.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Sends a statement whose answer the work does not wait for: it goes with the next one, or with `commit`. The transaction fails
   * when the statement does.
   */
  send(statement: Fragment): void;
  /**
   * Reads what the transaction changes. If it is the first statement, there is no lock and no `begin`: when the work then sends one
   * more statement, that one is a transaction by itself, and must change nothing unless what it changes is as it was read. When the
   * work sends anything else, or calls {@link changedMeanwhile}, all of it runs again with the lock.
   *
   * @param lock the locking clause of the statement
   */
  readToChange<Row extends object>(statement: Fragment, lock: string): Promise<Rows<Row>>;
  /** Runs a statement that changes something, and is the last one: whatever follows fails. */
  last<Row extends object>(statement: Fragment): Promise<Rows<Row>>;
  /** Ends the work because a row is no longer as {@link readToChange} read it: it runs again with the lock. */
  changedMeanwhile(): never;
  /** Runs `work` once the transaction has committed, and never if it is rolled back. It must not throw. */
  afterCommit(work: () => void): void;
}

export interface TransactionOptions {
  /** Default `read committed`. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
  /** Runs of the work at most, counting the first. Default 5. */
  readonly attempts?: number;
}

/**
 * Runs the work in one transaction and commits when it resolves, rolls back when it rejects. After a serialization
 * failure or a deadlock the work runs again, so it must do nothing outside the database and keep no state between runs.
 * Statements of one transaction run in the order they were started. Each is sent at once: `begin` goes with the first one, and
 * `commit` with those that the work did not wait for.
 * @returns what the work returned
 * @throws what the work threw; `RequestAbandonedError` when the client went away before the commit; `DatabaseUnavailableError` when PostgreSQL cannot be reached, with `outcomeUnknown` set
 * when it was lost during the commit (such a transaction is never run again)
 */
export function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inSpan(SPAN, () => runAgain(db, work, options));
}

const SPAN: SpanStart = { name: 'transaction', kind: 'internal', attributes: { 'db.system.name': 'postgresql' } };

async function runAgain<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const attempts = options.attempts ?? 5;
  const how = { withSavepoints: false, withLocks: options.isolation !== undefined || options.readOnly === true };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work, options, how);
    } catch (error) {
      const repeats = error instanceof RepeatTransaction || error instanceof LocksNeeded;
      if (error instanceof RepeatTransaction) how.withSavepoints = true;
      how.withLocks = true;
      if (repeats) {
        attempt -= 1;
        continue;
      }
      const again = isRetryable(error) || isStalePlan(error) || error instanceof NotStartedError;
      if (!again || attempt >= attempts) throw error instanceof NotStartedError ? error.cause : error;
      // Full jitter: those who collided must not collide again in step.
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** An idle connection turned out to be dead before the transaction began: another one may do. */
class NotStartedError extends Error {
  override readonly name = 'NotStartedError';
}

/** Work of {@link Transaction.attempt} failed where there was no savepoint to go back to. */
class RepeatTransaction extends Error {
  override readonly name = 'RepeatTransaction';
}

/** The work does more than one statement can, or what it changes was changed meanwhile. */
class LocksNeeded extends Error {
  override readonly name = 'LocksNeeded';
}

interface How {
  /** Whether {@link Transaction.attempt} sets savepoints. */
  readonly withSavepoints: boolean;
  /** Whether {@link Transaction.readToChange} locks. */
  readonly withLocks: boolean;
}

async function runOnce<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
  how: How,
): Promise<T> {
  const connection = await db.acquire();
  let discard = false;
  try {
    const scope = new Scope(connection, () => begin(connection, options), how);
    const result = await scope.complete(work);
    await scope.commit();
    for (const after of scope.afterCommit) after();
    return result;
  } catch (error) {
    discard = isStalePlan(error);
    throw error;
  } finally {
    connection.release(discard);
  }
}

async function begin(connection: Connection, options: TransactionOptions): Promise<void> {
  const isolation = options.isolation === undefined ? '' : ` isolation level ${options.isolation}`;
  try {
    await connection.control(`begin${isolation}${options.readOnly === true ? ' read only' : ''}`);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw new NotStartedError('begin failed', { cause: error });
    throw error;
  }
}

/** The statements of one transaction, in the order they were started. */
class Scope implements Executor {
  #firstError: unknown;
  /** What the transaction has registered, without what savepoints undid. */
  readonly afterCommit: (() => void)[] = [];
  /** Settles when every statement has its answer. */
  #tail: Promise<unknown> = Promise.resolve();
  #open = true;
  #savepoints = 0;
  /** Statements that were started. */
  #started = 0;
  readonly #how: How;
  readonly #begin: () => Promise<void>;
  /** `read`: without a transaction. `last`: with one of a single statement. */
  #phase: 'new' | 'read' | 'last' | 'begun' = 'new';
  /** The statement that is a transaction by itself. */
  #last: Fragment | undefined;
  /** Savepoints that are set now. */
  #depth = 0;
  #repeat: RepeatTransaction | undefined;
  /** `begin`, until it has its answer. */
  #begun: Promise<void> | undefined;
  /** Why `begin` failed: it counts more than what the work makes of it. */
  #notBegun: unknown;
  readonly #connection: Connection;

  constructor(connection: Connection, begin: () => Promise<void>, how: How) {
    this.#connection = connection;
    this.#begin = begin;
    this.#how = how;
  }

  async complete<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const tx: Transaction = Object.assign(createQueryable(this), {
      savepoint: <S>(inner: () => Promise<S>) => this.#savepoint(inner),
      attempt: <S>(inner: () => Promise<S>) => this.#attempt(inner),
      send: (statement: Fragment) => {
        announce(statement);
        if (this.#phase === 'read') {
          this.#phase = 'last';
          this.#last = statement;
          return;
        }
        // What cannot be sent is thrown here; the commit tells what PostgreSQL refused.
        this.execute(statement).catch(() => undefined);
      },
      readToChange: <Row extends object>(statement: Fragment, lock: string) =>
        this.#readToChange<Row>(tx, statement, lock),
      last: async <Row extends object>(statement: Fragment): Promise<Rows<Row>> => {
        if (this.#phase !== 'read') return tx.run<Row>(statement);
        this.#connection.checkClient();
        this.#phase = 'last';
        return this.#alone(() => createQueryable(this.#lastStatement).run<Row>(statement));
      },
      changedMeanwhile: () => {
        if (this.#phase === 'begun') throw new Error('a row vanished while it was locked');
        this.#firstError = new LocksNeeded('a row was changed between reading and writing it');
        throw this.#firstError;
      },
      afterCommit: (after: () => void) => {
        this.afterCommit.push(after);
      },
    });
    try {
      const result = await work(tx);
      this.#open = false;
      await this.#begun;
      if (this.#firstError instanceof LocksNeeded) throw this.#firstError;
      if (this.#repeat !== undefined) throw this.#repeat;
      this.#connection.checkClient();
      return result;
    } catch (error) {
      this.#open = false;
      await this.#tail;
      if (this.#firstError instanceof LocksNeeded) throw this.#firstError;
      if (this.#phase === 'begun') await this.#rollback();
      throw this.#notBegun ?? this.#repeat ?? error;
    }
  }

  execute: Executor['execute'] = (statement) => this.#inOrder((begun) => this.#connection.execute(statement, begun));

  script: Executor['script'] = (text) => this.#inOrder((begun) => this.#connection.script(text, begun));

  readonly #lastStatement: Executor = {
    execute: (statement) => this.#connection.executeAlone(statement),
    script: (text) => this.#connection.script(text),
  };

  async #readToChange<Row extends object>(tx: Transaction, statement: Fragment, lock: string): Promise<Rows<Row>> {
    if (this.#phase !== 'new' || this.#how.withLocks) return tx.run<Row>(sql`${statement} ${sql.raw(lock)}`);
    this.#phase = 'read';
    try {
      return await createQueryable(this.#connection).run<Row>(statement);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError)
        throw new NotStartedError('the first read failed', { cause: error });
      throw error;
    }
  }

  /** Something that was changed or deleted since it was read is left to the next run, which locks it first. */
  async #alone<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new LocksNeeded('what was read is gone', { cause: error });
      throw error;
    }
  }

  #inOrder<T>(send: (begun?: Promise<void>) => Promise<T>): Promise<T> {
    if (!this.#open) return Promise.reject(new Error('the transaction is over'));
    if (this.#phase === 'last' && this.#last === undefined) {
      return Promise.reject(new Error('the last statement of the transaction was sent'));
    }
    if (this.#phase === 'read' || this.#phase === 'last') {
      this.#firstError ??= new LocksNeeded('the work sends more than one statement');
      return Promise.reject(this.#firstError);
    }
    if (this.#phase === 'new') this.#start();
    this.#started += 1;
    const answer = this.#begun === undefined ? send() : this.#first(this.#begun, send(this.#begun));
    const noted = answer.catch((error: unknown) => {
      this.#firstError ??= error;
    });
    this.#tail = this.#tail.then(() => noted);
    return answer;
  }

  #start(): void {
    this.#phase = 'begun';
    this.#begun = this.#begin();
    this.#tail = this.#begun.catch((error: unknown) => {
      this.#notBegun = error;
    });
  }

  /** A statement that was sent with `begin`. It counts for nothing if that failed. */
  async #first<T>(begun: Promise<void>, answer: Promise<T>): Promise<T> {
    const [, result] = await Promise.all([begun, answer]);
    this.#begun = undefined;
    return result;
  }

  /** Comes after {@link Scope.complete}. */
  async commit(): Promise<void> {
    const last = this.#last;
    if (last !== undefined) await this.#alone(() => this.#connection.executeAlone(last));
    if (this.#phase !== 'begun') return;
    const done = await this.#connection.control('commit', true);
    await this.#tail;
    // PostgreSQL answers a commit of a failed transaction with ROLLBACK, not with an error.
    if (done !== 'COMMIT') throw this.#firstError ?? new Error(`the transaction ended with ${done}`);
  }

  async #savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.#savepoints += 1;
    const name = `s${this.#savepoints}`;
    const before = this.#firstError;
    const registered = this.afterCommit.length;
    await this.script(`savepoint ${name}`);
    this.#depth += 1;
    try {
      const result = await work();
      // It is refused when a statement failed that the work did not wait for.
      await this.script(`release savepoint ${name}`).catch((error: unknown) => {
        throw this.#firstError ?? error;
      });
      return result;
    } catch (error) {
      await this.script(`rollback to savepoint ${name}`);
      this.#firstError = before;
      this.afterCommit.length = registered;
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    // Inside a savepoint, the one who set it may hide the failure: the transaction cannot be given up here.
    if (this.#how.withSavepoints || this.#depth > 0) return this.#savepoint(work);
    const started = this.#started;
    const registered = this.afterCommit.length;
    try {
      return await work();
    } catch (error) {
      this.afterCommit.length = registered;
      const isUndone = this.#started === started;
      if (isUndone || isRetryable(error) || error instanceof DatabaseUnavailableError) throw error;
      this.#repeat = new RepeatTransaction('an attempt failed', { cause: error });
      throw this.#repeat;
    }
  }

  async #rollback(): Promise<void> {
    try {
      await this.#connection.control('rollback');
    } catch {
      // The connection is lost and PostgreSQL rolls back by itself; the error of the work matters more than this one.
    }
  }
}
