/** Steps of the engine in one scenario; each passes at most 1,000 elements. */
const MOST_STEPS = 10_000;
/** A scenario takes milliseconds; one that takes this long does not end. */
const LONGEST_MS = 30_000;

/** Ends a scenario that would go on for ever, e.g. with a timer that fires again and again. */
export class StepLimit {
  readonly #begun = performance.now();
  #steps = 0;

  /** @throws Error when the scenario has used up its steps or its time */
  count(): void {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) {
      throw new Error(
        `the scenario took more than ${MOST_STEPS} steps; does the diagram loop, or a timer fire again and again?`,
      );
    }
    if (performance.now() - this.#begun > LONGEST_MS) {
      throw new Error(`the scenario took more than ${LONGEST_MS / 1000} seconds; does the diagram loop?`);
    }
  }
}
