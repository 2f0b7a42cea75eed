import type { Evaluation as FeelEvaluation } from '../../expression/evaluation/evaluation.js';
import { isContext, typeOf } from '../../expression/values/feel-object.js';
import { toDateTime } from '../feel/values.js';
import { type DmnType, resolved } from './dmn-type.js';

/** Most levels of a value that are compared with its type; deeper values are taken as they are. */
const MAX_DEPTH = 100;

/** Whether the value is of the type. Null is of every type (DMN 1.5, 10.3.2.9). */
export function conforms(feel: FeelEvaluation, value: unknown, type: DmnType, depth = 0): boolean {
  if (value === null || depth > MAX_DEPTH) return true;
  feel.budget.spend(1);
  const real = resolved(type);
  switch (real.kind) {
    case 'any':
      return true;
    case 'simple':
      return typeOf(value) === real.name;
    case 'list':
      return Array.isArray(value) && value.every((item) => conforms(feel, item, real.element, depth + 1));
    case 'context': {
      if (!isContext(value)) return false;
      for (const [name, member] of real.members) {
        if (!Object.hasOwn(value, name) || !conforms(feel, value[name], member, depth + 1)) return false;
      }
      return true;
    }
    case 'function':
      return typeOf(value) === 'function';
    case 'range':
      return typeOf(value) === 'range';
    case 'constrained':
      return conforms(feel, value, real.base, depth + 1) && real.allows(feel, value);
  }
}

/**
 * The value as one of the type: a single value for a list, the element of a list of one, or a date as a date and time where the type
 * asks for it; null for a value that does not conform (DMN 1.5, 10.3.2.9.4).
 */
export function coerce(feel: FeelEvaluation, value: unknown, type: DmnType): unknown {
  if (value === null || type.kind === 'any' || conforms(feel, value, type)) return value;
  if (Array.isArray(value) && value.length === 1) {
    const [only] = value;
    if (conforms(feel, only, type)) return only;
  }
  const list = listOf(type);
  if (list !== null && !Array.isArray(value)) return conforms(feel, [value], type) ? [value] : null;
  if (typeOf(value) === 'date' && isDateTime(type)) {
    const converted = toDateTime(value);
    return conforms(feel, converted, type) ? converted : null;
  }
  return null;
}

function listOf(type: DmnType): DmnType | null {
  const real = resolved(type);
  if (real.kind === 'constrained') return listOf(real.base);
  return real.kind === 'list' ? real : null;
}

function isDateTime(type: DmnType): boolean {
  const real = resolved(type);
  if (real.kind === 'constrained') return isDateTime(real.base);
  return real.kind === 'simple' && real.name === 'date and time';
}
