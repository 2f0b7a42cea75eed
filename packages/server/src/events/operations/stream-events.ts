import { operations } from '@millrace/contract';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Caller, UseCase } from '../../use-case/caller.js';
import type { EventDeps } from '../feed/event-deps.js';
import { type EventReading, type EventRequest, openEvents } from '../reading/event-reading.js';
import { positionOf, wholeNumber } from '../reading/positions.js';
import { comment, message, retryAfter } from '../reading/server-sent.js';
import { eventsBetween, type LoggedEvent, logEnds } from '../records/event-log.js';

const HEARTBEAT_MS = 15_000;
/** Streams end after about this time, so that clients spread over the servers; each at another moment. */
const LONGEST_MS = 900_000;
const SPREAD = 0.2;
/** Events of one read of the log. */
const BATCH = 200;
/** An idle stream looks this often whether its token still holds. */
const SIGN_IN_MS = 4000;
/** A client that reads nothing for so long is disconnected. What it got says where it goes on. */
const STALLED_MS = 30_000;

/**
 * streamEvents: the events after a position as server-sent events, until the client goes, the token ends, the rights of the caller
 * change, the time is over or the server stops. A stream waits without a connection to the database, and keeps nothing but its
 * position: a slow client gets its events later.
 */
export const streamEvents =
  (deps: EventDeps): UseCase<'streamEvents'> =>
  async (caller, request) => {
    const reading = await openEvents(deps, caller, operations.streamEvents, request);
    const name = caller.lastEventId === undefined ? 'afterPosition' : 'Last-Event-ID';
    const after = positionOf(name, caller.lastEventId ?? request.afterPosition ?? 'latest');
    const seconds =
      request.maxSeconds === undefined ? undefined : wholeNumber('maxSeconds', request.maxSeconds, 1, 3600);
    const longest = seconds === undefined ? LONGEST_MS * (1 - SPREAD + 2 * SPREAD * Math.random()) : seconds * 1000;
    await deps.feed.catchUp(reading.subProjectId);
    const leave = deps.feed.enter(caller.principal.kind === 'user' ? caller.principal.userId : caller.principal.kind);
    // Also where nobody reads the first chunk: a generator that was not started has no end.
    caller.gone?.addEventListener('abort', leave, { once: true });
    if (caller.gone?.aborted === true) leave();
    const stream = new EventStream(deps, caller, request, reading);
    return {
      mediaType: 'text/event-stream',
      stalledAfterMs: STALLED_MS,
      chunks: ending(stream.chunks(after, Date.now() + longest), leave),
    };
  };

/** `chunks`; calls `end` when they end. */
async function* ending(chunks: AsyncGenerator<string>, end: () => void): AsyncGenerator<string> {
  try {
    yield* chunks;
  } finally {
    end();
  }
}

class EventStream {
  readonly #deps: EventDeps;
  readonly #caller: Caller;
  readonly #request: EventRequest;
  readonly #over: AbortSignal;
  #reading: EventReading;
  #checkedAt = performance.now();
  #sentAt = performance.now();
  /** The last position that was looked at, and that the client knows. */
  #position = 0;
  #told = 0;
  /** Where the log ended when the stream was opened. */
  #known = 0;

  constructor(deps: EventDeps, caller: Caller, request: EventRequest, reading: EventReading) {
    this.#deps = deps;
    this.#caller = caller;
    this.#request = request;
    this.#reading = reading;
    this.#over = AbortSignal.any([deps.stopping, ...(caller.gone === undefined ? [] : [caller.gone])]);
  }

  /** @param after undefined: the next event */
  async *chunks(after: number | undefined, deadline: number): AsyncGenerator<string> {
    const { latest } = await this.#ends();
    this.#position = Math.min(after ?? latest, latest);
    this.#told = this.#position;
    this.#known = latest;
    yield `${retryAfter(2000)}${message('start', { position: String(this.#position) }, this.#position)}`;
    for (;;) {
      const ended = await this.#ended(deadline);
      if (ended !== undefined) {
        yield ended;
        return;
      }
      const events = await this.#next();
      if (events === 'reset') {
        yield message('reset', { position: String(this.#position) }, this.#position);
      } else if (events.length > 0) {
        const text = await this.#present(events);
        if (text !== '') yield text;
      } else {
        await this.#wait(deadline);
      }
      if (performance.now() - this.#sentAt >= HEARTBEAT_MS) yield this.#heartbeat();
    }
  }

  /** The events that come next; they may be none. */
  async #next(): Promise<readonly LoggedEvent[] | 'reset'> {
    const { subProjectId } = this.#reading;
    const kept = this.#deps.feed.newest(subProjectId, this.#position, this.#known);
    if (kept !== undefined) return kept.slice(0, BATCH);
    const read = { subProjectId, after: this.#position, until: Number.MAX_SAFE_INTEGER, limit: BATCH };
    const { events } = await this.#deps.feed.read(() => eventsBetween(this.#deps.db, read));
    if (events[0]?.position === this.#position + 1) return events;
    const { first } = await this.#ends();
    if (this.#position >= first - 1) return [];
    this.#position = first - 1;
    this.#told = this.#position;
    return 'reset';
  }

  async #present(events: readonly LoggedEvent[]): Promise<string> {
    const { processId } = this.#reading;
    const wanted = processId === undefined ? events : events.filter((event) => event.processId === processId);
    const seen = await this.#deps.feed.read(() => this.#reading.present(wanted));
    this.#position = events.at(-1)?.position ?? this.#position;
    const last = seen.at(-1);
    if (last === undefined) return '';
    this.#told = Number(last.position);
    this.#sentAt = performance.now();
    return seen.map((event) => message(event.type, event, event.position)).join('');
  }

  #wait(deadline: number): Promise<void> {
    const ms = Math.max(1, Math.min(SIGN_IN_MS, deadline - Date.now()));
    return this.#deps.feed.wait(this.#reading.subProjectId, this.#position, ms, this.#over);
  }

  /** A client that reconnects begins here, although the last events were not for it. */
  #heartbeat(): string {
    this.#sentAt = performance.now();
    if (this.#told === this.#position) return comment;
    this.#told = this.#position;
    return `id: ${this.#position}\n\n`;
  }

  /** Why the stream ends now, as its last message; undefined: it goes on. */
  async #ended(deadline: number): Promise<string | undefined> {
    if (this.#deps.stopping.aborted) {
      return `${retryAfter(1000 + Math.floor(4000 * Math.random()))}${message('end', { reason: 'stopping' })}`;
    }
    if (Date.now() >= deadline || this.#over.aborted) return message('end', { reason: 'time' });
    try {
      await this.#caller.signIn?.check();
      const { rights, subProjectId, versionId } = this.#reading;
      const isCurrent = (this.#deps.feed.versionOf(subProjectId) ?? versionId) === versionId;
      if (isCurrent && performance.now() - this.#checkedAt < HEARTBEAT_MS) return undefined;
      this.#reading = await this.#deps.feed.read(() =>
        openEvents(this.#deps, this.#caller, operations.streamEvents, this.#request),
      );
      this.#checkedAt = performance.now();
      return this.#reading.rights === rights ? undefined : message('end', { reason: 'rights' });
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      return message('end', { reason: 'refused', id: error.id, detail: error.detail });
    }
  }

  #ends() {
    return this.#deps.feed.read(() => logEnds(this.#deps.db, this.#reading.subProjectId));
  }
}
