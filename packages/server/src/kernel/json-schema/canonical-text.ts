import type { CheckBudget } from './check-budget.js';

/**
 * A text that two values of JSON share exactly when JSON Schema calls them equal (2020-12, 4.2.2): numbers by their value,
 * objects regardless of the order of their members. Linear in the size of the value but for sorting names.
 *
 * @param value JSON data, not nested so deeply that recursion ends the process
 */
export function canonicalText(value: unknown, budget?: CheckBudget): string {
  if (typeof value === 'string') {
    budget?.charge(value.length + 5);
    return JSON.stringify(value);
  }
  budget?.charge(5);
  // Also of negative zero, which is equal to zero.
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalText(item, budget)}`;
    return `[${text}]`;
  }
  for (const name of Object.keys(value).sort()) {
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalText(Reflect.get(value, name), budget)}`;
  }
  return `{${text}}`;
}
