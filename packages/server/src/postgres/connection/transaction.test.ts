import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sentWhile } from '../../testing/sent-statements.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { ParameterError } from '../sql/parameters.js';
import { sql } from '../sql/sql.js';
import { DatabaseUnavailableError, isUniqueViolation } from './errors.js';
import { type Transaction, transaction } from './transaction.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.db.script('create table account (id int primary key, amount int not null)');
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.db.script('truncate account; insert into account values (1, 10), (2, 20)');
});

const amounts = async () =>
  (await test.db<{ amount: number }>`select amount from account order by id`).map((r) => r.amount);
const pidOf = async (tx: Transaction) => (await tx<{ pid: number }>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;
const kill = (pid: number) => test.db`select pg_terminate_backend(${pid})`;
const deleteAndLoseConnection = async (tx: Transaction) => {
  await tx`delete from account`;
  await kill(await pidOf(tx));
  await sleep(50);
};

describe('transaction', () => {
  it('commits what the work did and returns its result', async () => {
    const result = await transaction(test.db, async (tx) => {
      await tx`update account set amount = 11 where id = 1`;
      return 'done';
    });
    expect(result).toBe('done');
    expect(await amounts()).toEqual([11, 20]);
  });

  it('undoes everything when the work rejects', async () => {
    const failing = transaction(test.db, async (tx) => {
      await tx`delete from account`;
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await amounts()).toEqual([10, 20]);
  });

  it('rejects when a statement failed and the work hid it: nothing was committed', async () => {
    const failing = transaction(test.db, async (tx) => {
      await tx`update account set amount = 0 where id = 1`;
      await tx`insert into account values (1, 1)`.catch(() => undefined);
    });
    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'account_pkey'));
    expect(await amounts()).toEqual([10, 20]);
  });

  it('keeps what came before a savepoint that failed', async () => {
    await transaction(test.db, async (tx) => {
      await tx`update account set amount = 11 where id = 1`;
      await expect(tx.savepoint(() => tx`insert into account values (1, 1)`)).rejects.toSatisfy(isUniqueViolation);
      await tx`update account set amount = 21 where id = 2`;
    });
    expect(await amounts()).toEqual([11, 21]);
  });

  describe('readToChange', () => {
    const read = (tx: Transaction) =>
      tx.readToChange<{ amount: number }>(sql`select amount from account where id = 1`, 'for update');
    const double = sql`update account set amount = amount * 2 where id = 1 returning amount`;

    it('and one statement more have no begin and no commit, whether or not it is waited for', async () => {
      const waited = async (tx: Transaction): Promise<unknown> => read(tx).then(() => tx.last(double));
      const sent = async (tx: Transaction): Promise<unknown> => read(tx).then(() => tx.send(double));
      for (const work of [waited, sent]) {
        expect(await sentWhile(() => transaction(test.db, work))).toMatchObject({ statements: 2 });
      }
      expect(await amounts()).toEqual([40, 20]);
    });

    it('runs again with the lock when the work sends more, and everything is one transaction', async () => {
      let runs = 0;
      const failing = transaction(test.db, async (tx) => {
        runs += 1;
        await read(tx);
        tx.send(double);
        await tx`delete from account where id = 2`;
        const [locked] = await test.db`select from account where id = 1 for update skip locked`;
        expect(locked).toBeUndefined();
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect([runs, await amounts()]).toEqual([2, [10, 20]]);
    });

    it('changes nothing when the work fails before the last statement is sent', async () => {
      const failing = transaction(test.db, async (tx) => {
        await read(tx);
        tx.send(double);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await amounts()).toEqual([10, 20]);
    });

    it('refuses a statement after the last one, and does not do that one twice', async () => {
      const failing = transaction(test.db, async (tx) => {
        await read(tx);
        await tx.last(double);
        await tx`delete from account`;
      });
      await expect(failing).rejects.toThrow('the last statement of the transaction was sent');
      expect(await amounts()).toEqual([20, 20]);
    });
  });

  it('an attempt sets no savepoint; after one that failed the transaction runs again, with savepoints', async () => {
    let runs = 0;
    const after: string[] = [];
    const state = await transaction(test.db, async (tx) => {
      runs += 1;
      await tx`update account set amount = amount + 1 where id = 1`;
      const taken = tx.attempt(async () => {
        tx.afterCommit(() => after.push('undone'));
        await tx`insert into account values (1, 1)`;
      });
      const told = await taken.then(
        () => 'stored',
        (error) => (isUniqueViolation(error) ? 'taken' : 'other'),
      );
      await tx.attempt(() => tx`update account set amount = 21 where id = 2`);
      tx.afterCommit(() => after.push(told));
      return told;
    });
    expect({ state, runs, after }).toEqual({ state: 'taken', runs: 2, after: ['taken'] });
    expect(await amounts()).toEqual([11, 21]);
  });

  it('an attempt that fails before it sent anything fails alone, without another run', async () => {
    let runs = 0;
    await transaction(test.db, async (tx) => {
      runs += 1;
      await tx`update account set amount = 11 where id = 1`;
      await expect(tx.attempt(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    });
    expect({ runs, amounts: await amounts() }).toEqual({ runs: 1, amounts: [11, 20] });
  });

  it('an attempt inside a savepoint is one as well: who set the outer one may hide the failure', async () => {
    let runs = 0;
    await transaction(test.db, async (tx) => {
      runs += 1;
      const inner = tx.savepoint(async () => {
        await tx`update account set amount = 11 where id = 1`;
        await tx.attempt(() => tx`insert into account values (1, 1)`).catch(() => undefined);
      });
      await inner;
    });
    expect({ runs, amounts: await amounts() }).toEqual({ runs: 1, amounts: [11, 20] });
  });

  it('runs statements in the order they were started, and none after its end', async () => {
    let leaked: Transaction | undefined;
    await transaction(test.db, async (tx) => {
      leaked = tx;
      await Promise.all([
        tx`update account set amount = amount + 1 where id = 1`,
        tx`update account set amount = amount * 2 where id = 1`,
      ]);
    });
    expect(await amounts()).toEqual([22, 20]);
    await expect(leaked?.script('delete from account')).rejects.toThrow('the transaction is over');
  });

  it('sends a statement nobody waits for, and fails when it does', async () => {
    await transaction(test.db, async (tx) => {
      tx.send(sql`update account set amount = 12 where id = 1`);
      tx.send(sql`update account set amount = amount + 1 where id = 1`);
    });
    expect(await amounts()).toEqual([13, 20]);
    const failing = transaction(test.db, async (tx) => {
      await tx`update account set amount = 0 where id = 2`;
      tx.send(sql`insert into account values (1, 1)`);
    });
    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'account_pkey'));
    const unsendable = transaction(test.db, async (tx) => {
      tx.send(sql`update account set amount = 0`);
      tx.send(sql`update account set amount = ${new Date(Number.NaN)}`);
    });
    await expect(unsendable).rejects.toBeInstanceOf(ParameterError);
    expect(await amounts()).toEqual([13, 20]);
  });

  it('runs again after a deadlock that a statement nobody waited for ended in', async () => {
    let runs = 0;
    let holding = 0;
    const cross = (first: number, second: number) =>
      transaction(test.db, async (tx) => {
        runs += 1;
        await tx`update account set amount = amount + 1 where id = ${first}`;
        holding += 1;
        while (holding < 2) await sleep(5);
        tx.send(sql`update account set amount = amount + 1 where id = ${second}`);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(await amounts()).toEqual([12, 22]);
    expect(runs).toBeGreaterThan(2);
  });

  it('commits statements nobody waited for', async () => {
    await transaction(test.db, async (tx) => {
      void tx`update account set amount = 12 where id = 1`;
    });
    expect(await amounts()).toEqual([12, 20]);
  });

  it('runs again after a deadlock', async () => {
    let runs = 0;
    let holding = 0;
    const cross = (first: number, second: number) =>
      transaction(test.db, async (tx) => {
        runs += 1;
        await tx`update account set amount = amount + 1 where id = ${first}`;
        // Both hold their first row before either asks for the other's.
        holding += 1;
        while (holding < 2) await sleep(5);
        await tx`update account set amount = amount + 1 where id = ${second}`;
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(await amounts()).toEqual([12, 22]);
    expect(runs).toBeGreaterThan(2);
  });

  it('runs again after a serialization failure, a bounded number of times', async () => {
    const bump = (attempts: number) =>
      transaction(
        test.db,
        async (tx) => {
          const [row] = await tx<{ amount: number }>`select amount from account where id = 1`;
          await sleep(5);
          await tx`update account set amount = ${(row?.amount ?? 0) + 1} where id = 1`;
        },
        { isolation: 'serializable', attempts },
      );
    await Promise.all([bump(10), bump(10), bump(10)]);
    expect(await amounts()).toEqual([13, 20]);
    const settled = await Promise.allSettled([bump(1), bump(1)]);
    expect(settled.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses to write when it is read only', async () => {
    const writing = transaction(test.db, (tx) => tx`delete from account`, { readOnly: true });
    await expect(writing).rejects.toThrow('read-only');
  });
});

describe('a connection that dies', () => {
  it('while a statement runs: DatabaseUnavailableError, nothing kept, and the pool goes on', async () => {
    const dying = transaction(test.db, async (tx) => {
      await tx`delete from account`;
      const pid = await pidOf(tx);
      setTimeout(() => void kill(pid), 30);
      await tx`select pg_sleep(10)`;
    });
    await expect(dying).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await amounts()).toEqual([10, 20]);
  });

  it('between two statements: the same, also when the work hides it', async () => {
    const dying = transaction(test.db, async (tx) => {
      await deleteAndLoseConnection(tx);
      await tx`select 1`.catch(() => undefined);
    });
    await expect(dying).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await amounts()).toEqual([10, 20]);
  });

  it('before the commit: nothing was kept, and that is known', async () => {
    const dying = transaction(test.db, async (tx) => {
      await deleteAndLoseConnection(tx);
    });
    await expect(dying).rejects.toMatchObject({ name: 'DatabaseUnavailableError', outcomeUnknown: false });
    expect(await amounts()).toEqual([10, 20]);
  });

  it('during the commit: the outcome is unknown', async () => {
    await test.db.script(`
      create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(10); return null; end';
      create constraint trigger slow after delete on account deferrable initially deferred
        for each row execute function slow()`);
    const dying = transaction(test.db, async (tx) => {
      await tx`delete from account`;
      const pid = await pidOf(tx);
      setTimeout(() => void kill(pid), 50);
    });
    await expect(dying).rejects.toMatchObject({ name: 'DatabaseUnavailableError', outcomeUnknown: true });
    await test.db.script('drop trigger slow on account; drop function slow');
  });

  it('while idle: the next transaction takes another one', async () => {
    const pids = await Promise.all([1, 2, 3].map(() => transaction(test.db, pidOf)));
    await Promise.all(pids.map((pid) => kill(pid).catch(() => undefined)));
    expect(await transaction(test.db, async (tx) => (await tx`select 1 as ok`).length)).toBe(1);
  });

  it('before the transaction begins: another one is taken, whatever the work makes of the failure', async () => {
    let acquired = 0;
    const database = new Proxy(test.db, {
      get: (db, name) => (name === 'acquire' ? acquire : Reflect.get(db, name)),
    });
    const acquire = async () => {
      const connection = await test.db.acquire();
      acquired += 1;
      if (acquired === 1) {
        const { rows } = await connection.execute(sql`select pg_backend_pid() as pid`);
        await kill(rows[0].pid);
        await expect(connection.execute(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailableError);
      }
      return connection;
    };
    const read = transaction(database, async (tx) => {
      const rows = await tx`select 1 as ok`.catch((error) => {
        throw new Error('it could not be read', { cause: error });
      });
      return rows.length;
    });
    expect(await read).toBe(1);
    expect(acquired).toBe(2);
  });
});
