import type { Options } from 'ajv/dist/2020.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { createBoundedSchemas, patternProblems } from '../../../kernel/json-schema/bounded-schemas.js';

/** How forms of tasks are checked: all that is wrong is told at once, and keywords of form editors are left alone. */
export const formOptions: Options = { allErrors: true, strict: false };

/** Whether a form is JSON Schema, which payloads are checked against; component lists of form editors are not. */
export const isJsonSchema = (form: Readonly<Record<string, unknown>>): boolean =>
  !Array.isArray(form.components) &&
  (form.type === 'object' || typeof form.properties === 'object' || '$schema' in form);

/** What keeps a form from being checked: errors in bounded checks; `invalid` is a form that is no valid schema. */
export interface FormProblems {
  readonly errors: readonly string[];
  readonly invalid: string | undefined;
}

/** Looks at the forms of one deployment. */
export function createFormCheck(): (form: Readonly<Record<string, unknown>>) => FormProblems {
  const schemas = createBoundedSchemas(formOptions);
  return (form) => {
    const patterns: string[] = [];
    patternProblems(form, (at, message) => patterns.push(`${jsonPointer(...at)}: ${message}`));
    if (patterns.length > 0) return { errors: patterns, invalid: undefined };
    const [error] = schemas.metaErrors(form);
    if (error !== undefined) {
      return {
        errors: [],
        invalid: `${error.instancePath === '' ? 'it' : error.instancePath} ${error.message ?? 'is not valid'}`,
      };
    }
    return { errors: schemas.problems(form), invalid: undefined };
  };
}
