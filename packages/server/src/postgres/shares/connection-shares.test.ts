import { describe, expect, it } from 'vitest';
import { RequestAbandonedError, RequestScope, ShareExceededError } from '../../kernel/request-scope.js';
import { ConnectionShares } from './connection-shares.js';
import { HEAVY_MS } from './known-costs.js';
import type { Share } from './request-use.js';
import { shareLimits } from './share-limits.js';

const limits = { total: 8, perUser: 6, heavy: 5, heavyPerUser: 2, queue: 20, waitMs: 60_000 };

/** Shares with a clock that stands still, and requests that enter them. */
function setUp(changes: Partial<typeof limits> = {}) {
  const clock = { now: 0 };
  const shares = new ConnectionShares({ ...limits, ...changes }, () => clock.now);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const sent = (userId: string, operation = 'list', heavy = false) => {
    const gone = new AbortController();
    return new Request(shares, new RequestScope({ userId, operation, heavy, gone: gone.signal }), () => gone.abort());
  };
  /** Sends a request of a user that takes so long. */
  const answered = async (userId: string, operation: string, ms: number) => {
    const request = sent(userId, operation);
    await request.done;
    clock.now += ms;
    request.end();
  };
  return { clock, shares, sent, turn, answered };
}

/** A request that asks for a connection at once and keeps it to its end. */
class Request {
  share: Share | undefined;
  error: unknown;
  readonly done: Promise<void>;
  constructor(
    shares: ConnectionShares,
    readonly scope: RequestScope,
    readonly abort: () => void,
  ) {
    this.done = (async () => shares.enter(scope))().then(
      (share) => {
        this.share = share;
      },
      (error: unknown) => {
        this.error = error;
      },
    );
  }

  end(): void {
    this.share?.leave();
    this.scope.end();
  }
}

const several = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);
const holding = (...requests: readonly Request[]): number => requests.filter(({ share }) => share !== undefined).length;

describe('shares of the connections', () => {
  it('give a user few connections for an operation whose cost is not known, and more when it turns out to be quick', async () => {
    const { clock, sent, turn } = setUp();
    const all = several(10, () => sent('ann'));
    await turn();
    expect(holding(...all)).toBe(2);
    clock.now += 3;
    all[0]?.end();
    await turn();
    expect(holding(...all)).toBe(1 + 6);
  });

  it('give a user few connections for an operation that took long before', async () => {
    const { sent, turn, answered } = setUp();
    await answered('ann', 'list', HEAVY_MS);
    const all = several(10, () => sent('ann'));
    const others = ['ben', 'cleo'].map((user) => sent(user));
    await turn();
    expect([holding(...all), holding(...others)]).toEqual([2, 2]);
  });

  it('count a request that turns out to be slow while it runs', async () => {
    const { clock, sent, turn, answered } = setUp();
    await answered('ann', 'list', 2);
    const all = several(6, () => sent('ann'));
    await turn();
    expect(holding(...all)).toBe(6);
    clock.now += HEAVY_MS;
    const another = sent('ben', 'export', true);
    await turn();
    // Five connections are for slow requests, and six are slow now.
    expect(holding(another)).toBe(0);
    for (const one of all.slice(0, 2)) one.end();
    await turn();
    expect(holding(another)).toBe(1);
  });

  it('let quick requests of a user pass its slow ones', async () => {
    const { sent, turn, answered } = setUp();
    await answered('ann', 'update', 2);
    const exports = several(4, () => sent('ann', 'export', true));
    const updates = several(6, () => sent('ann', 'update'));
    await turn();
    expect([holding(...exports), holding(...updates)]).toEqual([2, 4]);
  });

  it('leave connections for others, whatever a user sends', async () => {
    const { sent, turn, answered } = setUp();
    await answered('ann', 'list', 2);
    const all = several(20, () => sent('ann'));
    const other = sent('ben');
    await turn();
    expect([holding(...all), holding(other)]).toEqual([6, 1]);
  });

  it('let users take turns', async () => {
    const { sent, turn, answered } = setUp({ total: 2, perUser: 2 });
    for (const user of ['ann', 'ben']) await answered(user, 'list', 2);
    const ann = several(10, () => sent('ann'));
    const ben = several(2, () => sent('ben'));
    await turn();
    expect([holding(...ann), holding(...ben)]).toEqual([2, 0]);
    ann[0]?.end();
    ann[1]?.end();
    await turn();
    expect([holding(...ann), holding(...ben)]).toEqual([3, 1]);
  });

  it('refuse a request when too many of its user wait, and tell when to try again', async () => {
    const { sent, turn, shares } = setUp({ queue: 3 });
    const all = several(7, () => sent('ann'));
    await turn();
    expect(holding(...all)).toBe(2);
    const errors = all.flatMap(({ error }) => (error === undefined ? [] : [error]));
    expect(errors).toHaveLength(2);
    for (const error of errors) {
      expect(error).toBeInstanceOf(ShareExceededError);
      expect((error as ShareExceededError).retryAfter).toBeGreaterThan(0);
    }
    expect(shares.figures()).toMatchObject({ waiting: 3, waits: 3, refused: { queueFull: 2, waitedTooLong: 0 } });
  });

  it('refuse a request that waited too long', async () => {
    const { sent, turn, shares } = setUp({ waitMs: 10 });
    const all = several(3, () => sent('ann'));
    await all[2]?.done;
    expect(all[2]?.error).toBeInstanceOf(ShareExceededError);
    expect(shares.figures()).toMatchObject({ waiting: 0, refused: { queueFull: 0, waitedTooLong: 1 } });
    for (const one of all) one.end();
    const next = sent('ann');
    await turn();
    expect(holding(next)).toBe(1);
  });

  it('let a request that was let in run to its end: its statements do not wait for other requests', async () => {
    const { sent, turn, shares } = setUp({ total: 1, perUser: 1, heavy: 1, heavyPerUser: 1 });
    const [first, waiting] = several(2, () => sent('ann'));
    await first?.done;
    first?.share?.leave();
    const statement = await shares.enter(first?.scope as RequestScope);
    // A transaction that is open, and a statement beside it.
    const beside = await shares.enter(first?.scope as RequestScope);
    await turn();
    expect(holding(waiting as Request)).toBe(0);
    beside.leave();
    statement.leave();
    first?.scope.end();
    await turn();
    expect(holding(waiting as Request)).toBe(1);
  });

  it('take the place of a request that waits for something else, which goes first and is not refused later', async () => {
    const { sent, turn, shares } = setUp({ total: 1, perUser: 1, heavy: 1, heavyPerUser: 1, queue: 2 });
    const polling = sent('ann');
    await polling.done;
    const [next, last] = several(2, () => sent('ann'));
    polling.share?.leave();
    await next?.done;
    const another = sent('ann');
    await turn();
    expect(shares.figures().waiting).toBe(2);
    const again = new Request(shares, polling.scope, polling.abort);
    next?.end();
    await turn();
    expect([holding(again), holding(last as Request, another)]).toEqual([1, 0]);
    again.end();
    await turn();
    expect(holding(last as Request, another)).toBe(1);
  });

  it('forget a request whose client goes away while it waits', async () => {
    const { sent, turn, shares } = setUp();
    const all = several(3, () => sent('ann'));
    await turn();
    all[2]?.abort();
    await turn();
    expect(all[2]?.error).toBeInstanceOf(RequestAbandonedError);
    expect(shares.figures().waiting).toBe(0);
    expect(() => shares.enter(all[2]?.scope as RequestScope)).toThrow(RequestAbandonedError);
  });
});

describe('the limits of a pool', () => {
  const settings = { queue: 200, waitMs: 10_000 };
  it.each([
    [1, { total: 1, perUser: 1, heavy: 1, heavyPerUser: 1 }],
    [2, { total: 2, perUser: 1, heavy: 1, heavyPerUser: 1 }],
    [5, { total: 4, perUser: 3, heavy: 2, heavyPerUser: 1 }],
    [10, { total: 8, perUser: 6, heavy: 5, heavyPerUser: 2 }],
    [100, { total: 80, perUser: 60, heavy: 50, heavyPerUser: 20 }],
  ])('of %i connections', (connections, expected) => {
    expect(shareLimits(connections, settings)).toMatchObject(expected);
  });

  it('are never more than there is', () => {
    expect(shareLimits(10, { ...settings, perUser: 50, heavy: 50 })).toMatchObject({ total: 8, perUser: 8, heavy: 8 });
  });
});
