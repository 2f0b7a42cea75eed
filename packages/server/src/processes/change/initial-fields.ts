import type { NameSet } from '../../access/role.js';
import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { CheckBudget } from '../../kernel/json-schema/check-budget.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';

/** Of fields that the caller cannot know: no name and no value. */
const beyondCaller: Blame = {
  pointer: '/fields',
  detail:
    'a required field that none of your roles may set has no default value, so you cannot create this process. Ask an administrator to give it one, or to let your role set it',
};

/**
 * The fields a new process starts with (D16, D18): what is given, else the default. Null is as good as absent.
 *
 * @param given only declared names
 * @param known the fields that an error may name, see `known-fields.ts`
 * @returns the values, and everything that is wrong with them
 */
export function initialFields(
  subProject: SubProject,
  given: Readonly<Record<string, unknown>>,
  known: NameSet,
): { readonly values: ReadonlyMap<string, unknown>; readonly errors: readonly Blame[] } {
  const values = new Map<string, unknown>();
  const errors: Blame[] = [];
  let isBeyondCaller = false;
  const budget = new CheckBudget();
  for (const field of subProject.fields.values()) {
    const own = Object.hasOwn(given, field.name) ? given[field.name] : null;
    const value = own ?? (field.hasDefault ? field.defaultValue : null);
    const problem = value === null ? (field.required ? 'is required' : undefined) : field.check(value, budget);
    if (problem !== undefined && known.has(field.name))
      errors.push({ pointer: jsonPointer('fields', field.name), detail: problem });
    else if (problem !== undefined) isBeyondCaller = true;
    else if (value !== null) values.set(field.name, value);
  }
  if (isBeyondCaller) errors.push(beyondCaller);
  return { values, errors };
}
