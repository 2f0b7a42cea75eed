/** Failures in a row after which a receiver is held to be down. */
const FAILING_AFTER = 20;
/** A receiver that is down gets one request at a time, at these distances. */
const FIRST_PROBE_MS = 5000;
const LONGEST_PROBE_MS = 60_000;
/** A receiver that fails for so long gets nothing more. */
const GIVEN_UP_AFTER_MS = 5 * 24 * 3600_000;

/** What is known of a receiver from its answers. */
export class ReceiverHealth {
  #failingSince: Date | null;
  #failures = 0;
  #probeAt = 0;
  #probeMs = FIRST_PROBE_MS;

  /** @param failingSince of the worker before */
  constructor(failingSince: Date | null) {
    this.#failingSince = failingSince;
  }

  /** Since when every attempt failed. */
  get failingSince(): Date | null {
    return this.#failingSince;
  }

  /** Whether it is held to be down: then new events stay in the log. */
  get isFailing(): boolean {
    return this.#failures >= FAILING_AFTER;
  }

  get isGivenUp(): boolean {
    return (
      this.isFailing && this.#failingSince !== null && Date.now() - this.#failingSince.getTime() > GIVEN_UP_AFTER_MS
    );
  }

  /** Milliseconds until the next request. */
  restMs(now = performance.now()): number {
    return this.isFailing ? Math.max(0, this.#probeAt - now) : 0;
  }

  /** @returns whether it was down before */
  succeeded(): boolean {
    const wasFailing = this.isFailing;
    this.#failures = 0;
    this.#failingSince = null;
    this.#probeMs = FIRST_PROBE_MS;
    return wasFailing;
  }

  failed(now = performance.now()): void {
    this.#failures += 1;
    this.#failingSince ??= new Date();
    if (!this.isFailing) return;
    this.#probeAt = now + this.#probeMs;
    this.#probeMs = Math.min(LONGEST_PROBE_MS, this.#probeMs * 2);
  }
}
