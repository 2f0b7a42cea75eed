import type { EventTypeName } from '@millrace/contract';
import type { LoggedEvent } from '../records/event-log.js';

/** Events and bytes of them that are kept for clients that follow closely; the others read the log. */
const MOST_EVENTS = 2000;
const MOST_BYTES = 8 * 1024 * 1024;
/** A log to which nobody has listened for so long is forgotten. */
const UNUSED_MS = 10_000;

const DELETED: EventTypeName = 'process.deleted';

/** The newest events of a log, in memory: they have consecutive positions. */
export class Tail {
  #events: LoggedEvent[] = [];
  #bytes = 0;
  #latest: number | undefined;
  #usedAt = performance.now();

  /** Position of the latest event of the log, as of the last look; undefined before the first one. */
  get latest(): number | undefined {
    return this.#latest;
  }

  used(): void {
    this.#usedAt = performance.now();
  }

  isUnused(): boolean {
    return performance.now() - this.#usedAt > UNUSED_MS;
  }

  /**
   * Adds the events that come next. Where there are more than were read, or some are missing, those before are forgotten. The
   * deletion of a process empties its earlier events here as it did in the log.
   *
   * @param latest position of the latest event of the log, as far as it is known
   */
  add(latest: number, events: readonly LoggedEvent[]): void {
    const [first] = events;
    const last = events.at(-1);
    if (first !== undefined && first.position !== (this.#events.at(-1)?.position ?? first.position - 1) + 1)
      this.#forget();
    for (const event of events) {
      this.#events.push(event);
      this.#bytes += event.size;
    }
    const newest = Math.max(this.#latest ?? 0, latest, last?.position ?? 0);
    this.#latest = newest;
    if ((this.#events.at(-1)?.position ?? newest) < newest) this.#forget();
    this.#empty(events.filter(({ type }) => type === DELETED));
    let tooMany = 0;
    while (this.#events.length - tooMany > MOST_EVENTS || this.#bytes > MOST_BYTES) {
      this.#bytes -= this.#events[tooMany]?.size ?? 0;
      tooMany += 1;
    }
    this.#events.splice(0, tooMany);
  }

  /** The events after a position: empty when there are none, undefined when some of them are not here. */
  after(position: number): readonly LoggedEvent[] | undefined {
    if (this.#latest === undefined) return undefined;
    if (position >= this.#latest) return [];
    const [first] = this.#events;
    if (first === undefined || first.position > position + 1) return undefined;
    return this.#events.slice(position + 1 - first.position);
  }

  #empty(deletions: readonly LoggedEvent[]): void {
    if (deletions.length === 0) return;
    const deletedAt = new Map(deletions.map(({ processId, position }) => [processId, position]));
    this.#events = this.#events.map((event) => {
      if (event.position >= (deletedAt.get(event.processId) ?? 0)) return event;
      this.#bytes -= event.size;
      return { ...event, data: {}, size: 0 };
    });
  }

  #forget(): void {
    this.#events = [];
    this.#bytes = 0;
  }
}
