import { foldText } from '../kernel/text/fold-text.js';
import type { Filter, FilterOperator, FilterScalar } from './filter.js';

type Operand = FilterScalar | readonly FilterScalar[];

/**
 * The filter language over values in memory. A property test compares it with what `compileFilter` says of the same values.
 *
 * @param read the value of a key as JSON has it; undefined or null when there is none
 */
export function evaluateFilter(filter: Filter, read: (key: string) => unknown): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((inner) => evaluateFilter(inner, read));
    case 'or':
      return filter.filters.some((inner) => evaluateFilter(inner, read));
    case 'condition':
      return holds(read(filter.key) ?? null, filter.operator, filter.value);
  }
}

function holds(value: unknown, operator: FilterOperator, operand: Operand): boolean {
  const list = Array.isArray(operand) ? operand : [operand];
  switch (operator) {
    case 'eq':
    case 'in':
      return list.includes(value);
    case 'ne':
    case 'nin':
      return !list.includes(value);
    case 'exists':
      return (value !== null) === operand;
    case 'contains':
      if (Array.isArray(value)) return value.includes(operand);
      return typeof value === 'string' && value.includes(String(operand));
    case 'startsWith':
      return typeof value === 'string' && value.startsWith(String(operand));
    case 'icontains':
      if (Array.isArray(value)) return value.some((one) => typeof one === 'string' && isSame(one, operand));
      return typeof value === 'string' && foldText(value).includes(foldText(String(operand)));
    case 'istartsWith':
      return typeof value === 'string' && foldText(value).startsWith(foldText(String(operand)));
    case 'ieq':
      return typeof value === 'string' && isSame(value, operand);
    default: {
      const order = compareSameType(value, operand);
      if (order === undefined) return false;
      return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[operator];
    }
  }
}

const isSame = (value: string, operand: Operand): boolean => foldText(value) === foldText(String(operand));

/** Texts by code point, numbers by size; undefined for everything that has no common order. */
export function compareSameType(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return undefined;
}
