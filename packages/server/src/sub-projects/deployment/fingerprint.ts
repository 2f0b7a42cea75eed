import { createHash } from 'node:crypto';

/** SHA-256 of a value as JSON, in hexadecimal; the order of an object's members does not matter. */
export const fingerprintOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  // Pairs instead of an object: names that look like numbers would be put in another order.
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}
