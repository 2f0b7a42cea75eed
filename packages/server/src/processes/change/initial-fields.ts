import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { CheckBudget } from '../../kernel/json-schema/check-budget.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';

/**
 * The fields a new process starts with (D16, D18): what is given, else the default. Null is as good as absent.
 *
 * @param given only declared names
 * @returns the values, and everything that is wrong with them
 */
export function initialFields(
  subProject: SubProject,
  given: Readonly<Record<string, unknown>>,
): { readonly values: ReadonlyMap<string, unknown>; readonly errors: readonly Blame[] } {
  const values = new Map<string, unknown>();
  const errors: Blame[] = [];
  const budget = new CheckBudget();
  for (const field of subProject.fields.values()) {
    const own = Object.hasOwn(given, field.name) ? given[field.name] : null;
    const value = own ?? (field.hasDefault ? field.defaultValue : null);
    const problem = value === null ? (field.required ? 'is required' : undefined) : field.check(value, budget);
    if (problem !== undefined) errors.push({ pointer: jsonPointer('fields', field.name), detail: problem });
    else if (value !== null) values.set(field.name, value);
  }
  return { values, errors };
}
