import type { ScimFilter } from '../../identity/records/scim/compile-scim-filter.js';
import { isObject, type JsonObject, readAttribute } from '../protocol/json-object.js';
import { invalid } from '../protocol/scim-error.js';

/** Whether a value of a list fits the filter of a path, such as `type eq "work"`. Texts are compared in any case. */
export function matches(element: unknown, filter: ScimFilter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => matches(element, one));
    case 'or':
      return filter.filters.some((one) => matches(element, one));
    case 'not':
      return !matches(element, filter.filter);
    case 'pr':
      return attributeOf(element, filter.attribute) !== undefined;
    default:
      return compares(filter.op, attributeOf(element, filter.attribute), filter.value);
  }
}

/** A value that is no object is its own attribute `value`. */
function attributeOf(element: unknown, name: string): unknown {
  if (!isObject(element)) return name.toLowerCase() === 'value' ? element : undefined;
  return readAttribute(element, name) ?? undefined;
}

function compares(op: string, actual: unknown, wanted: unknown): boolean {
  const [left, right] = [comparable(actual), comparable(wanted)];
  if (op === 'eq') return left === right;
  if (op === 'ne') return left !== right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  if (op === 'co') return left.includes(right);
  if (op === 'sw') return left.startsWith(right);
  if (op === 'ew') return left.endsWith(right);
  throw invalid('invalidPath', `"${op}" cannot be used in a path.`);
}

/** Entra writes booleans as texts, so true and "True" are the same here. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : value;

/** What a filter demands of a value by `eq`, to make one where there is none. */
export function demanded(filter: ScimFilter): JsonObject {
  if (filter.op === 'and') return Object.assign({}, ...filter.filters.map(demanded)) as JsonObject;
  return filter.op === 'eq' ? { [filter.attribute]: filter.value } : {};
}
