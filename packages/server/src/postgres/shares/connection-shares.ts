import { RequestAbandonedError, type RequestScope, ShareExceededError } from '../../kernel/request-scope.js';
import { HEAVY_MS, KnownCosts } from './known-costs.js';
import { type Place, RequestUse, type Share } from './request-use.js';
import type { ShareLimits } from './share-limits.js';

/** Since the start of the process, except `waiting`. */
export interface ShareFigures {
  /** Requests that wait now. */
  readonly waiting: number;
  /** Times a request had to wait, and for how long together. */
  readonly waits: number;
  readonly waitedMs: number;
  /** Requests refused because too many of their user waited already, and because they waited too long. */
  readonly refused: { readonly queueFull: number; readonly waitedTooLong: number };
}

interface Waiter {
  readonly scope: RequestScope;
  readonly since: number;
  readonly grant: (share: Share) => void;
  readonly refuse: (error: Error) => void;
  readonly settle: () => void;
}

interface UserShare {
  readonly held: Set<Place>;
  /** In the order they came, those of requests that had a place before first. */
  readonly waiting: Waiter[];
}

/**
 * Shares the connections of a pool between users. A user whose requests are slow waits for its own; a user whose requests are
 * quick finds a connection. Of those who wait, users take turns. Whether a request is slow is known from those before it: a
 * user gets a few connections for an operation, and more when its requests turn out to be quick.
 */
export class ConnectionShares {
  readonly #limits: ShareLimits;
  readonly #now: () => number;
  readonly #costs = new KnownCosts();
  readonly #users = new Map<string, UserShare>();
  /** Users with requests that wait; the one whose turn is next comes first. */
  readonly #turns = new Map<string, UserShare>();
  readonly #held = new Set<Place>();
  readonly #requests = new WeakMap<RequestScope, RequestUse>();
  readonly #refused = new WeakMap<RequestScope, ShareExceededError>();
  #waiting = 0;
  #waits = 0;
  #waitedMs = 0;
  #queueFull = 0;
  #waitedTooLong = 0;

  constructor(limits: ShareLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  figures(): ShareFigures {
    const refused = { queueFull: this.#queueFull, waitedTooLong: this.#waitedTooLong };
    return { waiting: this.#waiting, waits: this.#waits, waitedMs: this.#waitedMs, refused };
  }

  /**
   * Waits for the right to a connection. A request gets its place with the first one and keeps it to its end, so that a request
   * that was let in is not held up by those after it. Once it gave its place up, because it waited for something else, it goes
   * first and is not refused: it may have changed something.
   *
   * @throws ShareExceededError when too many requests of the user wait, or it waited too long; nothing was done then
   * @throws RequestAbandonedError when the client goes away meanwhile
   */
  enter(scope: RequestScope): Share | Promise<Share> {
    if (scope.gone.aborted) throw new RequestAbandonedError();
    const use = this.#requests.get(scope);
    if (use?.place !== undefined) return use.connect();
    // A request that was refused is over, also when the code that runs for it tries again.
    const refused = this.#refused.get(scope);
    if (refused !== undefined) throw refused;
    const user = this.#userOf(scope.userId);
    if (!this.#isBehind(user, scope) && this.#fits(user, scope)) return this.#admit(user, scope);
    if (use === undefined && user.waiting.length >= this.#limits.queue) {
      this.#queueFull += 1;
      const error = this.#refuse(user, scope, 'too many requests of the user wait for a connection');
      this.#forget(scope.userId, user);
      throw error;
    }
    return this.#wait(user, scope, use !== undefined);
  }

  /** Whether requests of its kind wait already. Quick requests of a user pass its slow ones, which wait for each other. */
  #isBehind(user: UserShare, scope: RequestScope): boolean {
    return user.waiting.some((other) => this.#isHeavy(other.scope) === this.#isHeavy(scope));
  }

  #fits(user: UserShare, scope: RequestScope): boolean {
    const { total, perUser, heavy, heavyPerUser } = this.#limits;
    if (this.#held.size >= total || user.held.size >= perUser) return false;
    const cost = this.#costOf(scope);
    if (cost !== undefined && cost < HEAVY_MS) return true;
    if (this.#countHeavy(user.held) >= heavyPerUser) return false;
    // An operation that a user calls for the first time is most likely quick, and does not wait for the slow ones of others.
    return cost === undefined || this.#countHeavy(this.#held) < heavy;
  }

  #countHeavy(held: ReadonlySet<Place>): number {
    const now = this.#now();
    let count = 0;
    for (const one of held) if (one.heavy || now - one.since >= HEAVY_MS) count += 1;
    return count;
  }

  /** Milliseconds as they are known; undefined when they are not. */
  #costOf({ userId, operation, heavy }: RequestScope): number | undefined {
    return heavy ? Number.POSITIVE_INFINITY : this.#costs.of(userId, operation);
  }

  #isHeavy(scope: RequestScope): boolean {
    return (this.#costOf(scope) ?? HEAVY_MS) >= HEAVY_MS;
  }

  #admit(user: UserShare, scope: RequestScope): Share {
    const use = this.#requests.get(scope) ?? this.#register(scope);
    // It asked for two connections at once, and the other one brought it its place.
    if (use.place !== undefined) return use.connect();
    use.place = { heavy: this.#isHeavy(scope), since: this.#now() };
    this.#held.add(use.place);
    user.held.add(use.place);
    return use.connect();
  }

  #register(scope: RequestScope): RequestUse {
    const use = new RequestUse(this.#now, () => this.#release(scope, use));
    this.#requests.set(scope, use);
    scope.atEnd = () => {
      use.end();
      this.#costs.record(scope.userId, scope.operation, use.connectedMs);
      this.#release(scope, use);
    };
    return use;
  }

  #release(scope: RequestScope, use: RequestUse): void {
    const user = this.#users.get(scope.userId);
    if (use.place === undefined || user === undefined) return;
    this.#held.delete(use.place);
    user.held.delete(use.place);
    use.place = undefined;
    this.#forget(scope.userId, user);
    this.#serve();
  }

  #wait(user: UserShare, scope: RequestScope, goesFirst: boolean): Promise<Share> {
    this.#waits += 1;
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const onGone = () => this.#drop(user, waiter, new RequestAbandonedError());
      const onLate = () => {
        this.#waitedTooLong += 1;
        this.#drop(user, waiter, this.#refuse(user, scope, 'the request waited too long for a connection'));
      };
      const timer = goesFirst ? undefined : setTimeout(onLate, this.#limits.waitMs);
      const waiter: Waiter = {
        scope,
        since: this.#now(),
        grant: resolve,
        refuse: reject,
        settle: () => {
          clearTimeout(timer);
          scope.gone.removeEventListener('abort', onGone);
          this.#waiting -= 1;
          this.#waitedMs += this.#now() - waiter.since;
        },
      };
      scope.gone.addEventListener('abort', onGone, { once: true });
      if (goesFirst) user.waiting.unshift(waiter);
      else user.waiting.push(waiter);
      this.#turns.set(scope.userId, user);
    });
  }

  #drop(user: UserShare, waiter: Waiter, error: Error): void {
    this.#remove(user, waiter);
    waiter.refuse(error);
  }

  #remove(user: UserShare, waiter: Waiter): void {
    user.waiting.splice(user.waiting.indexOf(waiter), 1);
    waiter.settle();
    if (user.waiting.length === 0) this.#turns.delete(waiter.scope.userId);
    this.#forget(waiter.scope.userId, user);
  }

  /** Gives what is free to those who wait, one to each user in turn. */
  #serve(): void {
    while (this.#held.size < this.#limits.total) {
      const next = this.#next();
      if (next === undefined) return;
      const { user, waiter } = next;
      // The user goes to the end of those who wait.
      this.#turns.delete(waiter.scope.userId);
      this.#turns.set(waiter.scope.userId, user);
      const share = this.#admit(user, waiter.scope);
      this.#remove(user, waiter);
      waiter.grant(share);
    }
  }

  #next(): { readonly user: UserShare; readonly waiter: Waiter } | undefined {
    for (const user of this.#turns.values()) {
      const waiter = user.waiting.find(({ scope }) => this.#fits(user, scope));
      if (waiter !== undefined) return { user, waiter };
    }
    return undefined;
  }

  #refuse(user: UserShare, scope: RequestScope, reason: string): ShareExceededError {
    const error = new ShareExceededError(reason, this.#retryAfter(user, scope));
    this.#refused.set(scope, error);
    return error;
  }

  /** Seconds until the requests that wait are likely to be done. */
  #retryAfter(user: UserShare, scope: RequestScope): number {
    const cost = this.#costs.of(scope.userId, scope.operation) ?? HEAVY_MS;
    const seconds = (cost * (user.waiting.length + 1)) / this.#limits.heavyPerUser / 1000;
    return Math.min(60, Math.max(1, Math.ceil(seconds)));
  }

  #userOf(userId: string): UserShare {
    const known = this.#users.get(userId);
    if (known !== undefined) return known;
    const user: UserShare = { held: new Set(), waiting: [] };
    this.#users.set(userId, user);
    return user;
  }

  #forget(userId: string, user: UserShare): void {
    if (user.held.size === 0 && user.waiting.length === 0) this.#users.delete(userId);
  }
}
