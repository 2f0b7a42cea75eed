/**
 * The text is not a FEEL expression that this engine accepts. Thrown at deploy, never while a run advances. `position` is the 0-based
 * character offset in the source at which reading stopped; it is absent when the error concerns the whole text.
 */
export class ExpressionSyntaxError extends Error {
  readonly position?: number;

  constructor(message: string, position?: number) {
    super(message);
    this.name = 'ExpressionSyntaxError';
    if (position !== undefined) this.position = position;
  }
}

/** A well-formed expression, duration, cycle or date-time has no usable value. The run gets an incident. */
export class ExpressionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExpressionError';
  }
}

/** Shortens a source or value for an error message: one line, at most 80 characters. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 77)}...`;
}
