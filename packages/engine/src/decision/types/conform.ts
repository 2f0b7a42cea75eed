import { type FeelKind, isContext, kindOf, toDateTime } from '../feel/values.js';
import { type DmnType, resolved } from './dmn-type.js';

/** Most levels of a value that are compared with its type; deeper values are taken as they are. */
const MAX_DEPTH = 100;

/** Whether the value is of the type. Null is of every type (DMN 1.5, 10.3.2.9). */
export function conforms(value: unknown, type: DmnType, depth = 0): boolean {
  if (value === null || depth > MAX_DEPTH) return true;
  const real = resolved(type);
  switch (real.kind) {
    case 'any':
      return true;
    case 'simple':
      return kindOf(value) === (real.name satisfies FeelKind);
    case 'list':
      return Array.isArray(value) && value.every((item) => conforms(item, real.element, depth + 1));
    case 'context': {
      if (!isContext(value)) return false;
      for (const [name, member] of real.members) {
        if (!Object.hasOwn(value, name) || !conforms(value[name], member, depth + 1)) return false;
      }
      return true;
    }
    case 'function':
      return kindOf(value) === 'function';
    case 'range':
      return kindOf(value) === 'range';
    case 'constrained':
      return conforms(value, real.base, depth + 1) && real.allows(value);
  }
}

/**
 * The value as one of the type: a single value for a list, the element of a list of one, or a date as a date and time where the type
 * asks for it; null for a value that does not conform (DMN 1.5, 10.3.2.9.4).
 */
export function coerce(value: unknown, type: DmnType): unknown {
  if (value === null || type.kind === 'any' || conforms(value, type)) return value;
  if (Array.isArray(value) && value.length === 1) {
    const [only] = value;
    if (conforms(only, type)) return only;
  }
  const list = listOf(type);
  if (list !== null && !Array.isArray(value)) return conforms([value], type) ? [value] : null;
  if (kindOf(value) === 'date' && isDateTime(type)) {
    const converted = toDateTime(value);
    return conforms(converted, type) ? converted : null;
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
