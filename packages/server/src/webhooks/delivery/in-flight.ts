/** Requests of one server process at the same time. */
const MOST = 100;
/** A request that takes longer is no longer counted, so that slow receivers leave the others their turns. */
const SLOW_MS = 1000;
/** Slow requests of a process: each holds a connection and a body of up to 64 KiB. */
const MOST_SLOW = 2000;

/** Bounds the requests of all subscriptions that a server process delivers. */
export class InFlight {
  readonly #waiting = new Set<() => void>();
  #fast = 0;
  #slow = 0;

  /**
   * Begins a request.
   *
   * @param waiting called once when there may be room again
   * @returns how to end it; undefined when there are too many
   */
  enter(waiting: () => void): (() => void) | undefined {
    if (this.#fast >= MOST || this.#slow >= MOST_SLOW) {
      this.#waiting.add(waiting);
      return undefined;
    }
    this.#fast += 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#fast -= 1;
      this.#slow += 1;
      this.#release();
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
      if (isSlow) this.#slow -= 1;
      else this.#fast -= 1;
      this.#release();
    };
  }

  #release(): void {
    if (this.#waiting.size === 0) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
