import type { LoggedEvent } from '../records/event-log.js';

/** Events and bytes of them that are kept for clients that follow closely; the others read the log. */
const MOST_EVENTS = 2000;
const MOST_BYTES = 8 * 1024 * 1024;
/** A log to which nobody has listened for so long is forgotten. */
const UNUSED_MS = 10_000;

/** The newest events of a log, in memory: they have consecutive positions. */
export class Tail {
  #events: LoggedEvent[] = [];
  #bytes = 0;
  #latest = 0;
  #usedAt = performance.now();

  /** Position of the latest event of the log that is known of. */
  get latest(): number {
    return this.#latest;
  }

  /** Whether nothing is known of the log. */
  get isEmpty(): boolean {
    return this.#latest === 0;
  }

  used(): void {
    this.#usedAt = performance.now();
  }

  isUnused(): boolean {
    return performance.now() - this.#usedAt > UNUSED_MS;
  }

  /**
   * Adds the events that come next. Where there are more than were read, or some are missing, those before are forgotten.
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
    this.#latest = Math.max(this.#latest, latest, last?.position ?? 0);
    if ((this.#events.at(-1)?.position ?? this.#latest) < this.#latest) this.#forget();
    let tooMany = 0;
    while (this.#events.length - tooMany > MOST_EVENTS || this.#bytes > MOST_BYTES) {
      this.#bytes -= this.#events[tooMany]?.size ?? 0;
      tooMany += 1;
    }
    this.#events.splice(0, tooMany);
  }

  /** The events after a position; undefined when some of them are not here. */
  after(position: number): readonly LoggedEvent[] | undefined {
    if (position >= this.#latest) return [];
    const [first] = this.#events;
    if (first === undefined || first.position > position + 1) return undefined;
    return this.#events.slice(position + 1 - first.position);
  }

  #forget(): void {
    this.#events = [];
    this.#bytes = 0;
  }
}
