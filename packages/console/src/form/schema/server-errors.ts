import type { FormField } from './form-field.js';

/** What the server says about a part of a request. */
export interface PointedError {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * Errors of an answer by the field that they are about, and those that are about none. `at` is where the value of the form
 * stands in the request, for example /payload. An error about an item of a list belongs to the list.
 */
export function errorsByField(errors: readonly PointedError[], fields: readonly FormField[], at: string) {
  const byField: Record<string, string> = {};
  const others: PointedError[] = [];
  const pointers = pointersOf(fields);
  for (const { pointer, detail } of errors) {
    const within = pointer.startsWith(`${at}/`) ? pointer.slice(at.length) : pointer;
    const field = pointers.findLast((each) => within === each || within.startsWith(`${each}/`));
    if (field === undefined) others.push({ pointer, detail });
    else byField[field] ??= detail;
  }
  return { byField, others };
}

/** Pointers of fields with a control, those of objects before their members. */
const pointersOf = (fields: readonly FormField[]): string[] =>
  fields.flatMap((field) => [field.pointer, ...pointersOf(field.fields)]);
