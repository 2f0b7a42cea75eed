import type { CheckBudget } from './check-budget.js';

/**
 * A text that two values of JSON share exactly when JSON Schema calls them equal (2020-12, 4.2.2): numbers by their value,
 * objects regardless of the order of their members. Linear in the size of the value but for sorting names.
 *
 * @param value JSON data, not nested so deeply that recursion ends the process
 */
export function canonicalText(value: unknown, budget?: CheckBudget): string {
  if (typeof value !== 'object' || value === null) {
    budget?.charge(typeof value === 'string' ? value.length + 5 : 5);
    return JSON.stringify(value);
  }
  budget?.charge(5);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, budget)).join()}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(Reflect.get(value, name), budget)}`);
  return `{${members.join()}}`;
}
