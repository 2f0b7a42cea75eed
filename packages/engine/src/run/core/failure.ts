import { ExpressionError } from '../../expression/values/errors.js';
import type { IncidentKind } from '../../protocol/effect.js';

/**
 * The diagram or its data prevents an instance from continuing. Thrown only between the start of an attempt and its first effect:
 * `attempt` returns it as a value, and the lifecycle raises an incident.
 */
export class Failure extends Error {
  readonly kind: IncidentKind;

  constructor(kind: IncidentKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The result of `work`, or the failure that the diagram or its data caused. Other errors are defects of the engine and are thrown. */
export function attempt<T>(work: () => T): T | Failure {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure) return error;
    if (error instanceof ExpressionError) return new Failure('expression', error.message);
    throw error;
  }
}
