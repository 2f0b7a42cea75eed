/**
 * The text is not a FEEL expression this engine accepts. Raised at deploy, never while a run advances.
 * `position` is the 0-based character offset in the source where reading stopped, absent when the whole text is to blame.
 */
export class ExpressionSyntaxError extends Error {
  readonly position?: number;

  constructor(message: string, position?: number) {
    super(message);
    this.name = 'ExpressionSyntaxError';
    if (position !== undefined) this.position = position;
  }
}

/** A well-formed expression, duration, cycle or date-time has no usable value; the run answers with an incident. */
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
