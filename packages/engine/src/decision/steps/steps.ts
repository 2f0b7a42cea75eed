/**
 * Long work that pauses after each of its steps, so that its caller can let other work through. A step takes far below a millisecond,
 * or one FEEL expression.
 */
export type Steps<T> = Generator<void, T, void>;

/** Does all of the steps at once. */
export function drain<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
