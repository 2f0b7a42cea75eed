/** At most so many requests a second, evenly: a token bucket that holds the tokens of a tenth of a second. */
export class RateLimit {
  readonly #perMs: number;
  readonly #capacity: number;
  #tokens: number;
  #at: number;

  /** @param perSecond null: no limit */
  constructor(perSecond: number | null, now = performance.now()) {
    this.#perMs = perSecond === null ? Number.POSITIVE_INFINITY : perSecond / 1000;
    this.#capacity = perSecond === null ? 1 : Math.max(1, perSecond / 10);
    this.#tokens = 1;
    this.#at = now;
  }

  /** Milliseconds until a request may be sent. */
  waitMs(now = performance.now()): number {
    if (this.#perMs === Number.POSITIVE_INFINITY) return 0;
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
    return this.#tokens >= 1 ? 0 : Math.max(1, (1 - this.#tokens) / this.#perMs);
  }

  /** A request is sent. */
  spend(): void {
    this.#tokens -= 1;
  }
}
