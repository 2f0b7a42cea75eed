import { ExpressionError } from '../../expression/values/errors.js';
import type { IncidentKind } from '../../protocol/effect.js';

/**
 * Something in the diagram or its data cannot go on. Thrown only between the start of an attempt and its first effect;
 * `attempt` turns it into a value and the lifecycle turns that into an incident.
 */
export class Failure extends Error {
  readonly kind: IncidentKind;

  constructor(kind: IncidentKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The result, or the failure that the diagram or data caused; defects of the engine still throw. */
export function attempt<T>(work: () => T): T | Failure {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure) return error;
    if (error instanceof ExpressionError) return new Failure('expression', error.message);
    throw error;
  }
}
