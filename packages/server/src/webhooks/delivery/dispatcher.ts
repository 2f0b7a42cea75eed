import type { EventFeed } from '../../events/feed/event-feed.js';
import { eventsAt, eventsBetween, type LoggedEvent, logEnds } from '../../events/records/event-log.js';
import type { Log } from '../../kernel/log.js';
import { DatabaseUnavailableError, isPassing, isRetryable } from '../../postgres/database.js';
import { releaseProcesses } from '../records/deliveries.js';
import { findReplay, type TakenSubscription } from '../records/leases.js';
import {
  dueDeliveries,
  makeDue,
  nextDue,
  type OpenDelivery,
  type Outcome,
  openAmong,
  openOfProcess,
  processesWithOpen,
  reclaim,
  storeOutcomes,
} from '../records/outcomes.js';
import { changeState } from '../records/subscriptions.js';
import { messageOf } from '../sending/payload.js';
import { type Attempt, Sender } from '../sending/sender.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';
import { signingSecrets } from '../signing/subscription-secrets.js';
import { Backlog, type Entry } from './backlog.js';
import type { InFlight } from './in-flight.js';
import { type Projected, Projection, Suspended } from './projection.js';
import { RateLimit } from './rate-limit.js';
import { ReceiverHealth } from './receiver-health.js';
import { nextAttemptIn } from './schedule.js';

/** Events of one look at the log, and entries that may be in memory before it is looked at again. */
const BATCH = 200;
const MOST_ENTRIES = 400;
/** Outcomes are stored together: after so long, or when there are so many. */
const STORE_MS = 100;
const MOST_UNSTORED = 200;
/** A request that takes longer is stored as one to be repeated, so that the position of the subscription can pass it. */
const SLOW_MS = 1000;
/** When it would be repeated; longer than an attempt takes. */
const SLOW_DUE_MS = 60_000;
/** What is to be sent is judged again when it has waited for so long. */
const STALE_MS = 5000;
/** Between looks at deliveries that somebody may have made due, and at processes whose turn has come. */
const LOOK_MS = 30_000;
const PAUSE_MS = 500;
const GONE = 410;
/** Answers that ask for fewer requests (Standard Webhooks). */
const THROTTLING: readonly (number | null)[] = [429, 502, 503, 504];
const LONGEST_PAUSE_MS = 60_000;

/** Whether the database may answer later. */
const isLater = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || isPassing(error) || isRetryable(error);

/** What one attempt came to, for metrics. */
export type AttemptOutcome = 'delivered' | 'failed' | 'dead' | 'skipped';

export interface DispatcherDeps extends WebhookDeps {
  readonly feed: Pick<EventFeed, 'newest' | 'wait' | 'versionOf'>;
  readonly inFlight: InFlight;
  /** Whether this worker still has its subscriptions: it said so lately. */
  readonly isAlive: () => boolean;
  readonly attempted: (outcome: AttemptOutcome) => void;
}

/**
 * Delivers one subscription, in one server process at a time. It follows the log from the position of the subscription on.
 * Only what could not be delivered at once gets a row before it is: a receiver that is down for long costs nothing but its
 * position in the log.
 */
export class Dispatcher {
  readonly subscription: TakenSubscription;
  readonly #deps: DispatcherDeps;
  readonly #log: Log;
  readonly #names: object;
  readonly #projection: Projection;
  readonly #rate: RateLimit;
  readonly #backlog: Backlog;
  readonly #health: ReceiverHealth;
  readonly #stopping = new AbortController();
  readonly #cut = new AbortController();
  readonly #flying = new Set<Entry>();
  #sender: Sender | undefined;
  #outcomes: Outcome[] = [];
  #storedAt = performance.now();
  /** Of the log: everything up to here was read. */
  #read: number;
  /** A replay that goes on: what was read of it, and what is stored. */
  #replay: { readonly until: number; read: number; stored: number } | undefined;
  #storedPosition: number;
  #dueAt = 0;
  #pausedUntil = 0;
  #healedAt = performance.now();
  #wake: (() => void) | undefined;
  #isWoken = false;
  #lost = false;
  #suspended: Suspended | undefined;
  #rateTimer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();
  #ended: Promise<void> = Promise.resolve();

  constructor(deps: DispatcherDeps, subscription: TakenSubscription) {
    this.#deps = deps;
    this.subscription = subscription;
    const { id, subProjectId, ratePerSecond, ordering, position, failingSince } = subscription;
    this.#log = deps.log;
    this.#names = { subscription: id, subProjectId };
    this.#projection = new Projection(deps, subscription);
    this.#rate = new RateLimit(ratePerSecond);
    this.#backlog = new Backlog(ordering === 'process');
    this.#health = new ReceiverHealth(failingSince);
    this.#read = position;
    this.#storedPosition = position;
  }

  /** @param ended called once when it has ended; `retry` says that it may be tried again at once */
  start(ended: (retry: boolean) => void): void {
    this.#ended = this.#run().then(
      () => ended(true),
      (error: unknown) => {
        if (!(error instanceof Suspended))
          this.#log.error({ ...this.#names, err: error }, 'the delivery of webhooks has ended; it begins anew');
        ended(false);
      },
    );
  }

  /** Somebody has changed deliveries or asked for a replay. */
  poke(): void {
    this.#dueAt = 0;
    this.#healedAt = Number.NEGATIVE_INFINITY;
    this.wake();
  }

  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /** Sends nothing more; resolves when what is under way has ended and is stored. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#ended;
  }

  /** Aborts what is under way: it is sent again. */
  cut(): void {
    this.#cut.abort();
  }

  async #run(): Promise<void> {
    try {
      await this.#begin();
      while (!this.#stopping.signal.aborted && !this.#lost) {
        try {
          await this.#turn();
        } catch (error) {
          if (error instanceof Suspended) return await this.#suspend(error);
          if (!isLater(error)) throw error;
          this.#log.debug({ ...this.#names, err: error }, 'webhooks wait for the database');
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      }
    } finally {
      this.#stopping.abort();
      clearTimeout(this.#rateTimer);
      while (this.#flying.size > 0) {
        this.#isWoken = false;
        await this.#sleep(PAUSE_MS);
      }
      if (!this.#lost)
        await this.#store().catch((error: unknown) =>
          this.#log.debug({ ...this.#names, err: error }, 'outcomes are lost'),
        );
      this.#sender?.close();
    }
  }

  async #begin(): Promise<void> {
    try {
      await this.#projection.open();
      const { db, sealing } = this.#deps;
      const secrets = await signingSecrets(db, sealing, this.subscription);
      this.#sender = new Sender({ ...this.#deps, ...this.subscription, secrets });
    } catch (error) {
      if (error instanceof Suspended) await this.#suspend(error);
      throw error;
    }
    if (this.subscription.state === 'suspended') await this.#setState('active', null);
    await reclaim(this.#deps.db, this.subscription);
    await this.#heal();
  }

  async #suspend({ message }: Suspended): Promise<void> {
    await this.#setState('suspended', message);
  }

  /** Not for settings that were changed meanwhile: what is known is about those of before. */
  #setState(state: 'active' | 'suspended' | 'disabled', reason: string | null): Promise<boolean> {
    const { version } = this.subscription;
    return changeState(this.#deps.db, this.subscription, { state, reason, from: ['active', 'suspended'], version });
  }

  /** One round: what is due, what is new, then sleep until something happens. */
  async #turn(): Promise<void> {
    this.#isWoken = false;
    if (this.#suspended !== undefined) throw this.#suspended;
    this.#setSlowAside();
    const now = performance.now();
    if (now - this.#healedAt > LOOK_MS) await this.#heal();
    const { size } = this.#backlog;
    if (size < MOST_ENTRIES && Date.now() >= this.#dueAt) await this.#takeDue();
    const mayRead = size < MOST_ENTRIES && !(this.#health.isFailing && size > 0);
    const hasRead = mayRead && ((await this.#readLog()) || (await this.#readReplay()));
    this.#pump();
    if (this.#isStoreDue()) await this.#store();
    if (hasRead || this.#isWoken) return;
    await this.#sleep(this.#restMs(), this.#backlog.size < MOST_ENTRIES && !this.#health.isFailing);
  }

  #restMs(): number {
    const rests = [LOOK_MS];
    if (this.#backlog.size < MOST_ENTRIES) rests.push(Math.max(0, this.#dueAt - Date.now()));
    if (this.#outcomes.length > 0 || this.#hasReplayed) {
      rests.push(Math.max(1, STORE_MS - (performance.now() - this.#storedAt)));
    }
    if (this.#flying.size > 0) rests.push(SLOW_MS / 2);
    else if (this.#backlog.hasReady) {
      rests.push(Math.max(PAUSE_MS / 10, this.#pausedUntil - performance.now(), this.#health.restMs()));
    }
    return Math.min(...rests);
  }

  /** @param listens whether new events end the sleep */
  async #sleep(ms: number, listens = false): Promise<void> {
    if (this.#isWoken) return;
    const over = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    const { subProjectId } = this.subscription;
    const heard = listens ? [this.#deps.feed.wait(subProjectId, this.#read, ms, over.signal)] : [];
    await Promise.race([woken, ...heard]);
    clearTimeout(timer);
    over.abort();
    this.#wake = undefined;
  }

  /** @returns whether there may be more */
  async #readLog(): Promise<boolean> {
    const { subProjectId } = this.subscription;
    const newest = this.#deps.feed.newest(subProjectId, this.#read, this.#read);
    const limit = this.#health.isFailing ? 1 : BATCH;
    if (newest !== undefined) {
      const events = newest.slice(0, limit);
      if (events.length === 0) return false;
      await this.#offer(events, events.at(-1)?.position ?? this.#read, false);
      return newest.length > events.length;
    }
    const { latest, first } = await logEnds(this.#deps.db, subProjectId);
    if (this.#read < first - 1) await this.#noteMissed(first);
    if (this.#read >= latest) return false;
    const until = latest;
    const { events, isWhole } = await eventsBetween(this.#deps.db, { subProjectId, after: this.#read, until, limit });
    const end = isWhole ? until : (events.at(-1)?.position ?? until);
    await this.#offer(events, end, false);
    return end < latest;
  }

  async #noteMissed(first: number): Promise<void> {
    const reason = `The events from position ${this.#read + 1} to ${first - 1} were deleted from the log before they were sent.`;
    this.#log.warn(
      { ...this.#names, from: this.#read + 1, to: first - 1 },
      'events were deleted from the log before they were sent',
    );
    await changeState(this.#deps.db, this.subscription, { state: 'active', reason, from: ['active'] });
    this.#read = first - 1;
  }

  async #readReplay(): Promise<boolean> {
    const replay = this.#replay;
    if (replay === undefined || this.#health.isFailing) return false;
    const { subProjectId } = this.subscription;
    if (replay.read < replay.until) {
      const { db } = this.#deps;
      const range = { subProjectId, after: replay.read, until: replay.until, limit: BATCH };
      const { events, isWhole } = await eventsBetween(db, range);
      const open = await openAmong(
        db,
        this.subscription,
        events.map(({ position }) => position),
      );
      const end = isWhole ? replay.until : (events.at(-1)?.position ?? replay.until);
      await this.#offer(
        events.filter(({ position }) => !open.has(position)),
        end,
        true,
      );
      return end < replay.until;
    }
    return false;
  }

  /** Whether a replay has come to its end, which is not stored yet. */
  get #hasReplayed(): boolean {
    const replay = this.#replay;
    return replay !== undefined && replay.read >= replay.until && this.#backlog.firstReplayed() === undefined;
  }

  /** Takes a part of the log up to a position. */
  async #offer(events: readonly LoggedEvent[], until: number, replay: boolean): Promise<void> {
    const versionId = this.#deps.feed.versionOf(this.subscription.subProjectId);
    const projected = events.length === 0 ? undefined : await this.#projection.project(events, versionId);
    const at = performance.now();
    for (const { position, type, processId } of events) {
      const found = projected?.get(position);
      if (found === undefined) continue;
      const told = 'event' in found ? found.event.type : type;
      this.#admit({
        position,
        type: told,
        processId,
        replay,
        attempts: 0,
        tries: 0,
        projected: { ...found, at },
        isStored: false,
        sentAt: undefined,
      });
    }
    if (replay && this.#replay !== undefined) this.#replay.read = until;
    else if (!replay) this.#read = until;
    this.#pump();
  }

  #admit(entry: Entry): void {
    if (this.#backlog.isBlocked(entry.processId)) {
      this.#record(entry, 'queued', 'An earlier event of the process was not delivered.');
      this.#backlog.noteQueued(entry.processId);
    } else if ('failure' in entry.projected) this.#fail(entry, entry.projected.failure);
    else this.#backlog.add(entry);
  }

  /** An event that cannot be sent at all. */
  #fail(entry: Entry, reason: string): void {
    this.#record(entry, 'dead', reason);
    this.#deps.attempted('dead');
    this.#block(entry);
  }

  readonly #pumpAgain = (): void => this.#pump();

  /** Sends what may be sent now. */
  #pump(): void {
    const { isAlive, inFlight } = this.#deps;
    while (this.#backlog.hasReady && !this.#stopping.signal.aborted && isAlive()) {
      if (this.#flying.size >= (this.#health.isFailing ? 1 : this.subscription.maxInFlight)) return;
      if (this.#pausedUntil > performance.now() || this.#health.restMs() > 0) return;
      const wait = this.#rate.waitMs();
      if (wait > 0) {
        this.#rateTimer ??= setTimeout(() => {
          this.#rateTimer = undefined;
          this.#pump();
        }, wait);
        return;
      }
      const leave = inFlight.enter(this.subscription.subProjectId, this.#pumpAgain);
      if (leave === undefined) return;
      this.#rate.spend();
      const entry = this.#backlog.next();
      if (entry === undefined) {
        leave();
        return;
      }
      this.#flying.add(entry);
      void this.#send(entry).then(
        (work) => {
          leave();
          this.#flying.delete(entry);
          work();
          this.#pump();
          if (this.#isStoreDue() || !this.#backlog.hasReady || this.#stopping.signal.aborted) this.wake();
        },
        (error: unknown) => {
          // It could not be judged again, e.g. because the database is away.
          leave();
          this.#flying.delete(entry);
          this.#backlog.putBack(entry);
          if (error instanceof Suspended) this.#suspended = error;
          else if (!isLater(error))
            this.#log.warn({ ...this.#names, err: error }, 'an event could not be sent; it is tried again');
          this.#pausedUntil = performance.now() + PAUSE_MS;
          this.wake();
        },
      );
    }
  }

  /** @returns what is to be done about it */
  async #send(entry: Entry): Promise<() => void> {
    const { projected } = entry;
    const current: Projected | undefined =
      performance.now() - projected.at > STALE_MS ? await this.#judgeAgain(entry) : projected;
    if (current === undefined) return () => this.#skip(entry, 'Its owner does not see the event any more.');
    if ('failure' in current) return () => this.#giveUp(entry, current.failure);
    // The addresses that the current configuration allows: it may have been deployed after the event was judged.
    const { subProject } = await this.#projection.open(this.#deps.feed.versionOf(this.subscription.subProjectId));
    entry.sentAt = performance.now();
    const message = messageOf(this.subscription, current.event, entry.replay, {
      subProject,
      cards: this.#deps.cards,
    });
    const attempt = await this.#sender?.attempt(message, subProject.http, this.#cut.signal);
    if (attempt === undefined || this.#cut.signal.aborted) return () => undefined;
    return () => this.#concluded(entry, attempt);
  }

  async #judgeAgain({ position }: Entry): Promise<Projected | undefined> {
    const { subProjectId } = this.subscription;
    const events = await eventsAt(this.#deps.db, subProjectId, [position]);
    return (await this.#projection.project(events, this.#deps.feed.versionOf(subProjectId))).get(position);
  }

  #skip(entry: Entry, reason: string): void {
    this.#record(entry, 'skipped', reason);
    this.#deps.attempted('skipped');
    this.#passOn(entry);
  }

  #giveUp(entry: Entry, reason: string): void {
    this.#backlog.drop(entry, (other) => this.#record(other, 'queued', null));
    this.#fail(entry, reason);
  }

  #concluded(entry: Entry, attempt: Attempt): void {
    const tried = { ...entry, attempts: entry.attempts + 1, tries: entry.tries + 1 };
    if (attempt.error === null) {
      this.#record(tried, 'delivered', null, attempt);
      this.#deps.attempted('delivered');
      if (this.#health.succeeded()) this.#recovered();
      this.#passOn(entry);
      return;
    }
    this.#health.failed();
    if (THROTTLING.includes(attempt.status) && attempt.retryAfterMs !== undefined) {
      this.#pausedUntil = performance.now() + Math.min(attempt.retryAfterMs, LONGEST_PAUSE_MS);
    }
    const wait = nextAttemptIn(tried.tries, attempt.retryAfterMs);
    this.#deps.attempted(wait === undefined ? 'dead' : 'failed');
    const dueTs = wait === undefined ? null : new Date(Date.now() + wait);
    this.#record(tried, dueTs === null ? 'dead' : 'waiting', attempt.error, attempt, dueTs);
    this.#backlog.drop(entry, (other) =>
      this.#record(other, 'queued', 'An earlier event of the process was not delivered.'),
    );
    this.#block(entry);
    if (attempt.status === GONE) void this.#disable('The receiver answered 410: it does not want events any more.');
    else if (this.#health.isGivenUp) void this.#disable('Every attempt of five days has failed.');
  }

  async #disable(reason: string): Promise<void> {
    this.#stopping.abort();
    try {
      if (await this.#setState('disabled', reason))
        this.#log.warn({ ...this.#names, reason }, 'an event subscription was disabled');
    } catch (error) {
      this.#log.warn(
        { ...this.#names, err: error },
        'an event subscription could not be disabled; it will be when it fails again',
      );
    }
    this.wake();
  }

  #recovered(): void {
    void makeDue(this.#deps.db, this.subscription).then(
      () => this.poke(),
      () => undefined,
    );
  }

  /** The next event of the process may be sent. */
  #passOn(entry: Entry): void {
    const next = this.#backlog.finish(entry);
    if (next === 'stored') void this.#continue(entry.processId ?? '');
  }

  #block({ processId }: Entry): void {
    this.#backlog.block(processId);
  }

  #record(
    entry: Entry,
    state: Outcome['state'],
    error: string | null,
    attempt?: Attempt,
    dueTs: Date | null = null,
  ): void {
    const { position, type, processId, replay, attempts, tries } = entry;
    if (state !== 'waiting' || attempt !== undefined) this.#backlog.close(entry);
    if (dueTs !== null) this.#dueAt = Math.min(this.#dueAt, dueTs.getTime());
    if (this.#outcomes.length === 0) this.#storedAt = performance.now();
    this.#outcomes.push({
      position,
      type,
      processId,
      state,
      replay,
      attempts,
      tries,
      dueTs,
      error,
      attempt:
        attempt === undefined
          ? null
          : {
              startedTs: attempt.startedTs,
              durationMs: attempt.durationMs,
              status: attempt.status,
              excerpt: attempt.excerpt,
            },
    });
  }

  /** Requests that take long, and what waits behind them, get rows: the position of the subscription passes them. */
  #setSlowAside(): void {
    const now = performance.now();
    for (const entry of this.#flying) {
      if (entry.isStored || entry.sentAt === undefined || now - entry.sentAt < SLOW_MS) continue;
      this.#backlog.setAside(entry, (one) =>
        this.#record(
          one,
          one === entry ? 'waiting' : 'queued',
          one === entry ? 'The receiver has not answered yet.' : 'An earlier event of the process was not delivered.',
          undefined,
          one === entry ? new Date(Date.now() + SLOW_DUE_MS) : null,
        ),
      );
    }
  }

  #isStoreDue(): boolean {
    if (this.#outcomes.length >= MOST_UNSTORED) return true;
    const isOld = performance.now() - this.#storedAt >= STORE_MS;
    return isOld && (this.#outcomes.length > 0 || this.#hasReplayed || this.#position() > this.#storedPosition);
  }

  /** Everything up to here was delivered, was not for the receiver, or has a row. */
  #position(): number {
    return (this.#backlog.firstOpen() ?? this.#read + 1) - 1;
  }

  /** Stores run one after the other: an outcome must not be overtaken by an earlier one of the same event. */
  #store(): Promise<void> {
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#storeNow());
    return this.#storing;
  }

  async #storeNow(): Promise<void> {
    const position = this.#position();
    const given = this.#outcomes;
    if (given.length === 0 && position <= this.#storedPosition && !this.#hasReplayed) return;
    this.#outcomes = [];
    this.#storedAt = performance.now();
    const replay = this.#replay;
    const replayNote =
      replay === undefined
        ? undefined
        : {
            from: replay.stored,
            until: replay.until,
            position: (this.#backlog.firstReplayed() ?? replay.read + 1) - 1,
          };
    const { failingSince } = this.#health;
    try {
      // Of several outcomes of one event, the last one counts.
      const outcomes = [...new Map(given.map((outcome) => [outcome.position, outcome])).values()];
      const note = { position, replay: replayNote, failingSince };
      if (!(await storeOutcomes(this.#deps.db, this.subscription, outcomes, note))) {
        this.#lost = true;
        this.#stopping.abort();
        return;
      }
    } catch (error) {
      this.#outcomes = [...given, ...this.#outcomes];
      throw error;
    }
    this.#storedPosition = position;
    if (replay === undefined || replayNote === undefined) return;
    replay.stored = replayNote.position;
    if (replay.stored >= replay.until && this.#replay === replay) this.#replay = undefined;
  }

  /** Takes deliveries whose time has come. */
  async #takeDue(): Promise<void> {
    await this.#store();
    const { db } = this.#deps;
    const limit = this.#health.isFailing ? 1 : BATCH;
    const readAt = performance.now();
    const due = await dueDeliveries(db, this.subscription, limit);
    const taken = this.#backlog.takeable(due, readAt);
    await this.#admitStored(taken);
    const next = due.length === limit && taken.length > 0 ? undefined : await nextDue(db, this.subscription);
    const rest = due.length === limit && taken.length > 0 ? 0 : (next?.getTime() ?? Number.POSITIVE_INFINITY);
    // What is due and was not taken is under way: its outcome says when it is due again.
    this.#dueAt = Math.max(rest, taken.length > 0 ? 0 : Date.now() + PAUSE_MS);
  }

  async #admitStored(rows: readonly OpenDelivery[]): Promise<void> {
    if (rows.length === 0) return;
    const { subProjectId } = this.subscription;
    const positions = rows.map(({ position }) => position);
    this.#backlog.hold(positions);
    try {
      const events = await eventsAt(this.#deps.db, subProjectId, positions);
      const known = new Set(events.map(({ position }) => position));
      const projected = await this.#projection.project(events, this.#deps.feed.versionOf(subProjectId));
      const at = performance.now();
      for (const row of rows) {
        const found = projected.get(row.position);
        const entry: Entry = {
          ...row,
          projected: { ...(found ?? { failure: '' }), at },
          isStored: true,
          sentAt: undefined,
        };
        if (found !== undefined) {
          this.#backlog.addStored(entry);
          continue;
        }
        const reason = known.has(row.position)
          ? 'Its owner does not see the event any more, or it does not match any more.'
          : 'The log does not have the event any more.';
        this.#record(entry, 'skipped', reason);
        this.#deps.attempted('skipped');
      }
    } finally {
      this.#backlog.letGo(positions);
    }
    for (const processId of new Set(rows.flatMap((row) => row.processId ?? []))) {
      if (this.#backlog.isBlocked(processId) && !this.#backlog.isUnderWay(processId)) void this.#continue(processId);
    }
    this.#pump();
  }

  /** The delivery of a process that had failed goes on with what has queued up since, in order. */
  async #continue(processId: string): Promise<void> {
    try {
      const before = this.#backlog.queuedOf(processId);
      await this.#store();
      if (this.#stopping.signal.aborted) return;
      const readAt = performance.now();
      const rows = await openOfProcess(this.#deps.db, this.subscription, processId, BATCH);
      const [first] = rows;
      if (first === undefined) {
        if (this.#backlog.queuedOf(processId) === before) this.#backlog.unblock(processId);
        else await this.#continue(processId);
        return;
      }
      const isDue =
        first.state === 'queued' || (first.state === 'waiting' && (first.dueTs?.getTime() ?? 0) <= Date.now());
      const end = rows.findIndex(({ state }, index) => index > 0 && state !== 'queued');
      const isFree = rows.every(({ position }) => this.#backlog.isFree(position, readAt));
      if (isDue && isFree && !this.#backlog.isUnderWay(processId))
        await this.#admitStored(end < 0 ? rows : rows.slice(0, end));
    } catch (error) {
      this.#log.debug({ ...this.#names, err: error }, 'a process is delivered later');
      // The look at what is open finds it.
      this.#healedAt = Math.min(this.#healedAt, performance.now() - LOOK_MS + PAUSE_MS);
    } finally {
      this.wake();
    }
  }

  /** Reads anew which processes wait, lets those go on whose turn has come, and looks for a replay. */
  async #heal(): Promise<void> {
    const { db } = this.#deps;
    this.#healedAt = performance.now();
    // Before the store: what is blocked from now on may have no row when they are read.
    this.#backlog.noteBlocked();
    await this.#store();
    if (this.subscription.ordering === 'process') {
      await releaseProcesses(db, this.subscription);
      this.#backlog.setBlocked(await processesWithOpen(db, this.subscription));
    }
    this.#dueAt = Math.min(this.#dueAt, (await nextDue(db, this.subscription))?.getTime() ?? Number.POSITIVE_INFINITY);
    const found = await findReplay(db, this.subscription);
    // Also another one than that which goes on.
    if (found !== undefined && (found.position !== this.#replay?.stored || found.until !== this.#replay.until)) {
      this.#replay = { until: found.until, read: found.position, stored: found.position };
    }
  }
}
