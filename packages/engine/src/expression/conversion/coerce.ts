import type { Evaluation } from '../evaluation/evaluation.js';
import { FeelDate, FeelDateTime } from '../temporal/temporal-values.js';
import { UTC } from '../temporal/zone.js';
import { admit } from './admit.js';
import { conforms } from './conforms.js';
import type { FeelType } from './feel-type.js';

/**
 * The implicit conversions of DMN (10.3.2.9.4): a list of one element to its element, a value to a list of it, a date to its midnight in
 * UTC. Null when the value does not conform even then.
 */
export function coerce(e: Evaluation, value: unknown, type: FeelType): unknown {
  if (conforms(e, value, type)) return value;
  if (type.kind === 'list' && !Array.isArray(value)) return conforms(e, value, type.element) ? [value] : null;
  if (Array.isArray(value) && value.length === 1 && type.kind !== 'list') {
    const only = admit(value[0]);
    if (conforms(e, only, type)) return only;
  }
  if (type.kind === 'simple' && type.name === 'date and time' && value instanceof FeelDate) {
    return new FeelDateTime(value, 0, UTC);
  }
  return e.warn(() => `a value has another type than the declared one`);
}
