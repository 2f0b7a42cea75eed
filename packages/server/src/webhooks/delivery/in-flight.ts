/** Requests of one server process at the same time. */
const MOST = 100;
/** A request that takes longer is no longer counted, so that slow receivers leave the others their turns. */
const SLOW_MS = 1000;
/** Slow requests of a process: each holds a connection and a body of up to 64 KiB. */
const MOST_SLOW = 2000;
/** Slow requests of one sub-project, so that its receivers leave the others room. */
const MOST_SLOW_OF_SUB_PROJECT = 500;

/** Bounds the requests of all subscriptions that a server process delivers. */
export class InFlight {
  readonly #waiting = new Set<() => void>();
  /** Slow requests by sub-project. */
  readonly #slowOf = new Map<string, number>();
  #fast = 0;
  #slow = 0;

  /**
   * Begins a request.
   *
   * @param waiting called once when there may be room again
   * @returns how to end it; undefined when there are too many
   */
  enter(subProjectId: string, waiting: () => void): (() => void) | undefined {
    const isFull = this.#fast >= MOST || this.#slow >= MOST_SLOW;
    if (isFull || (this.#slowOf.get(subProjectId) ?? 0) >= MOST_SLOW_OF_SUB_PROJECT) {
      this.#waiting.add(waiting);
      return undefined;
    }
    this.#fast += 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#fast -= 1;
      this.#countSlow(subProjectId, 1);
      this.#release();
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
      if (isSlow) this.#countSlow(subProjectId, -1);
      else this.#fast -= 1;
      this.#release();
    };
  }

  #countSlow(subProjectId: string, change: 1 | -1): void {
    this.#slow += change;
    const count = (this.#slowOf.get(subProjectId) ?? 0) + change;
    if (count === 0) this.#slowOf.delete(subProjectId);
    else this.#slowOf.set(subProjectId, count);
  }

  #release(): void {
    if (this.#waiting.size === 0) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
