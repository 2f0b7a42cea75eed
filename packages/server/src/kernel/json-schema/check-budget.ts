/** Units of work that are always granted: about 30 ms. A sub-schema applied to a value costs five, a character of a text at least one. */
const GRANTED_UNITS = 1_000_000;
/** Time after which no more units are granted. It bounds what one request can take from the others (measured by `npm run bench -- --only fairness`). */
const LONGEST_MS = 50;

/** A check was stopped before it had an answer. The message says why, in words that go on after the name of the value. */
export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
}

/**
 * How much work the checks of one request may do. Values that cost less than the granted units are always checked to the
 * end, however slow the machine is; the others until the time is over.
 */
export class CheckBudget {
  #left = GRANTED_UNITS;
  readonly #begun = performance.now();

  /** @throws CheckStopped when the units and the time are used up */
  charge(units: number): void {
    this.#left -= units;
    if (this.#left >= 0) return;
    if (performance.now() - this.#begun > LONGEST_MS) {
      throw new CheckStopped('takes too long to check; send a smaller value, or simplify the schema');
    }
    this.#left = GRANTED_UNITS;
  }
}
