import type { JobHints } from '../../jobs/hints/job-hints.js';
import { rateLimited } from '../../kernel/errors/access-errors.js';
import type { Log } from '../../kernel/log.js';
import { runForAll } from '../../kernel/request-scope.js';
import { type Database, DatabaseUnavailableError } from '../../postgres/database.js';
import { eventsBetween, type LoggedEvent } from '../records/event-log.js';
import { type LogState, logStates } from '../records/sequence.js';
import type { EventSequencer } from '../sequencer/sequencer.js';
import { Tail } from './tail.js';

/** Between two looks at the logs while events come, and while none have come for a while; milliseconds. */
const LOOK_MS = 40;
const QUIET_LOOK_MS = 160;
const QUIET_AFTER_MS = 5000;

/** Events of one look at a log. */
const READ_LIMIT = 1000;

/** Streams of one server process, and of one user in it. */
const MOST_STREAMS = 2000;
const MOST_STREAMS_OF_USER = 50;
const RETRY_AFTER_SECONDS = 30;

/** Statements of streams at the same time: the streams of a server share these connections, whoever they belong to. */
const READERS = 3;

/**
 * What the clients of one server process hear: it looks at the logs they listen to, once for all of them, gives events their
 * places where that was not done yet, and keeps the newest ones in memory. It does nothing while nobody listens.
 */
export interface EventFeed {
  /** Gives the events their places that were committed before, so that who has written finds them. */
  catchUp(subProjectId: string): Promise<void>;
  /** Resolves when the log has events after the position, after `ms`, or when the signal aborts. */
  wait(subProjectId: string, position: number, ms: number, signal: AbortSignal): Promise<void>;
  /**
   * The events after a position, from memory: empty when the log has none, undefined when the log must be read.
   *
   * @param known a position that the log is known to have: before it was looked at, memory may hold values that were erased since
   */
  newest(subProjectId: string, position: number, known: number): readonly LoggedEvent[] | undefined;
  /** The current configuration of a sub-project that is listened to, as of the last look; undefined when it is not known. */
  versionOf(subProjectId: string): string | undefined;
  /** Does the work of a stream that needs the database, a few at a time; no request holds a connection meanwhile. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Counts a stream, as long as it is open.
   *
   * @returns how to end it
   * @throws CatalogueError 1003 when there are too many
   */
  enter(userId: string): () => void;
}

export interface FeedOptions {
  readonly db: Database;
  readonly sequencer: Pick<EventSequencer, 'sequence'>;
  /** Says that another server has given events their places. */
  readonly hints: Pick<JobHints, 'subscribe'>;
  readonly log: Log;
}

interface Listener {
  readonly position: number;
  readonly wake: () => void;
}

/** One log that clients of this process listen to. */
interface Topic {
  readonly listeners: Set<Listener>;
  readonly tail: Tail;
  /** Whether the last look failed: only the first failure of several in a row is logged. */
  isFailing: boolean;
  versionId: string | undefined;
}

export function createEventFeed(options: FeedOptions): EventFeed {
  return new Feed(options);
}

class Feed implements EventFeed {
  readonly #db: Database;
  readonly #sequencer: FeedOptions['sequencer'];
  readonly #hints: FeedOptions['hints'];
  readonly #log: Log;
  readonly #topics = new Map<string, Topic>();
  readonly #streams = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #open = 0;
  #reading = 0;
  #looking = false;

  constructor({ db, sequencer, hints, log }: FeedOptions) {
    this.#db = db;
    this.#sequencer = sequencer;
    this.#hints = hints;
    this.#log = log;
  }

  async catchUp(subProjectId: string): Promise<void> {
    for (let turn = 0; turn < CATCH_UP_TURNS; turn += 1) {
      const [state] = await logStates(this.#db, [subProjectId]);
      if (state?.pending !== true) return;
      // Another session is at it: it may have begun before the event was committed.
      if (!(await runForAll(() => this.#sequencer.sequence(subProjectId)))) await sleep(CATCH_UP_PAUSE_MS);
    }
  }

  wait(subProjectId: string, position: number, ms: number, signal: AbortSignal): Promise<void> {
    const topic = this.#topicOf(subProjectId);
    if ((topic.tail.latest ?? 0) > position || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        topic.listeners.delete(listener);
        resolve();
      };
      const listener: Listener = { position, wake };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake, { once: true });
      topic.listeners.add(listener);
      if (!this.#looking) void runForAll(() => this.#look());
    });
  }

  newest(subProjectId: string, position: number, known: number): readonly LoggedEvent[] | undefined {
    const tail = this.#topics.get(subProjectId)?.tail;
    return (tail?.latest ?? 0) < known ? undefined : tail?.after(position);
  }

  versionOf(subProjectId: string): string | undefined {
    return this.#topics.get(subProjectId)?.versionId;
  }

  async read<T>(work: () => Promise<T>): Promise<T> {
    if (this.#reading >= READERS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#reading += 1;
    try {
      return await runForAll(work);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#reading -= 1;
      else next();
    }
  }

  enter(userId: string): () => void {
    const own = this.#streams.get(userId) ?? 0;
    if (own >= MOST_STREAMS_OF_USER || this.#open >= MOST_STREAMS) {
      const limit =
        own >= MOST_STREAMS_OF_USER
          ? `A user may have ${MOST_STREAMS_OF_USER} event streams on a server process.`
          : `This server process has ${MOST_STREAMS} event streams, which is its limit.`;
      throw rateLimited(`${limit} Close one, or poll getEvents.`, RETRY_AFTER_SECONDS);
    }
    this.#streams.set(userId, own + 1);
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      const left = (this.#streams.get(userId) ?? 1) - 1;
      if (left === 0) this.#streams.delete(userId);
      else this.#streams.set(userId, left);
    };
  }

  #topicOf(subProjectId: string): Topic {
    const known = this.#topics.get(subProjectId);
    if (known !== undefined) return known;
    const topic: Topic = { listeners: new Set(), tail: new Tail(), isFailing: false, versionId: undefined };
    this.#topics.set(subProjectId, topic);
    return topic;
  }

  /** Runs while there are listeners. */
  async #look(): Promise<void> {
    this.#looking = true;
    let busyAt = performance.now();
    let hinted: (() => void) | undefined;
    const unsubscribe = this.#hints.subscribe((hint) => {
      if (hint === '*' || hint.startsWith(EVENTS_HINT)) hinted?.();
    });
    try {
      while (this.#forgetIdle() > 0) {
        if (await this.#lookOnce()) busyAt = performance.now();
        const pause = performance.now() - busyAt < QUIET_AFTER_MS ? LOOK_MS : QUIET_LOOK_MS;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pause);
          hinted = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        hinted = undefined;
      }
    } finally {
      unsubscribe();
      this.#looking = false;
    }
  }

  /** @returns how many logs somebody listens to */
  #forgetIdle(): number {
    for (const [subProjectId, topic] of this.#topics) {
      if (topic.listeners.size > 0) topic.tail.used();
      else if (topic.tail.isUnused()) this.#topics.delete(subProjectId);
    }
    return this.#topics.size;
  }

  /** @returns whether any log has new events */
  async #lookOnce(): Promise<boolean> {
    const states = await this.#states();
    let isNews = false;
    for (const state of states) {
      const { subProjectId } = state;
      try {
        if (await this.#lookAt(state)) isNews = true;
        this.#noteFailure(subProjectId, undefined);
      } catch (error) {
        this.#noteFailure(subProjectId, error);
      }
    }
    return isNews;
  }

  async #states(): Promise<readonly LogState[]> {
    const subProjectIds = [...this.#topics.keys()];
    try {
      return await logStates(this.#db, subProjectIds);
    } catch (error) {
      // Readiness and requests report a database that cannot be used; clients hear later of what happened meanwhile.
      this.#log.debug({ err: error }, 'the event logs could not be read');
      return [];
    }
  }

  async #lookAt({ subProjectId, latest, pending, versionId }: LogState): Promise<boolean> {
    this.#noteVersion(subProjectId, versionId ?? undefined);
    if (pending) await this.#sequencer.sequence(subProjectId);
    return this.#follow(subProjectId, latest, pending);
  }

  /** @param error undefined: the look succeeded */
  #noteFailure(subProjectId: string, error: unknown): void {
    const topic = this.#topics.get(subProjectId);
    if (topic === undefined) return;
    if (error !== undefined && !topic.isFailing && !(error instanceof DatabaseUnavailableError)) {
      this.#log.warn({ err: error, subProjectId }, 'the event log of a sub-project could not be read; trying again');
    }
    topic.isFailing = error !== undefined;
  }

  /** Another configuration ends streams whose rights it changes, so all are woken. */
  #noteVersion(subProjectId: string, versionId: string | undefined): void {
    const topic = this.#topics.get(subProjectId);
    if (topic === undefined || topic.versionId === versionId) return;
    topic.versionId = versionId;
    for (const listener of [...topic.listeners]) listener.wake();
  }

  async #follow(subProjectId: string, latest: number, pending: boolean): Promise<boolean> {
    const topic = this.#topics.get(subProjectId);
    const before = topic?.tail.latest;
    if (topic === undefined || (!pending && before !== undefined && latest <= before)) return false;
    const after = before ?? latest;
    const until = Number.MAX_SAFE_INTEGER;
    const { events } = await eventsBetween(this.#db, { subProjectId, after, until, limit: READ_LIMIT });
    topic.tail.add(Math.max(after, latest), events);
    const newest = topic.tail.latest ?? 0;
    for (const listener of [...topic.listeners]) if (newest > listener.position) listener.wake();
    return newest > (before ?? 0);
  }
}

/** Begins the hints of the sequencer. */
const EVENTS_HINT = 'events ';
const CATCH_UP_TURNS = 20;
const CATCH_UP_PAUSE_MS = 10;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
