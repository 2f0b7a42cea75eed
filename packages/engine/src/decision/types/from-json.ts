import { isContext } from '../../expression/values/feel-object.js';
import { parseTemporal, type TemporalName } from '../feel/values.js';
import { type DmnType, resolved } from './dmn-type.js';

const MAX_DEPTH = 100;

/**
 * JSON as a value of the type: ISO 8601 texts become dates, times and durations where the type has them, and members that the type
 * has and the context lacks become null.
 */
export function fromJson(value: unknown, type: DmnType, depth = 0): unknown {
  if (value === undefined || value === null || depth > MAX_DEPTH) return value ?? null;
  const real = resolved(type);
  switch (real.kind) {
    case 'simple':
      return typeof value === 'string' && isTemporal(real.name) ? (parseTemporal(real.name, value) ?? value) : value;
    case 'list':
      if (Array.isArray(value)) return value.map((item) => fromJson(item, real.element, depth + 1));
      return fromJson(value, real.element, depth + 1);
    case 'context':
      return isContext(value) ? members(value, real.members, depth) : value;
    case 'constrained':
      return fromJson(value, real.base, depth + 1);
    default:
      return value;
  }
}

function members(value: Readonly<Record<string, unknown>>, types: ReadonlyMap<string, DmnType>, depth: number) {
  const entries = new Map<string, unknown>(Object.entries(value));
  for (const [name, type] of types) entries.set(name, fromJson(entries.get(name), type, depth + 1));
  return Object.fromEntries(entries);
}

function isTemporal(name: string): name is TemporalName {
  return name !== 'number' && name !== 'string' && name !== 'boolean';
}
