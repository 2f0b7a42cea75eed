import { createFieldChecks, type FieldChecks } from './field-checks.js';
import type { FieldDefinition, FieldSchema } from './field-definition.js';
import { comparedAs, fileLimitsOf, isSearchable, referenceOf } from './field-schema.js';

/** The fields of a version by name, in the order of the document. */
export function compileFields(
  fields: readonly { readonly name: string; readonly schema: FieldSchema }[],
): ReadonlyMap<string, FieldDefinition> {
  const checks = createFieldChecks();
  return new Map(fields.map(({ name, schema }) => [name, compileField(name, schema, checks)]));
}

function compileField(name: string, schema: FieldSchema, checks: FieldChecks): FieldDefinition {
  let check: FieldDefinition['check'] | undefined;
  const prepared = (): FieldDefinition['check'] => {
    check ??= compileCheck(schema, checks);
    return check;
  };
  return Object.freeze({
    name,
    schema,
    required: schema.required === true,
    indexed: schema['x-indexed'] === true,
    unique: schema['x-unique'] === true,
    searchable: isSearchable(schema),
    reference: referenceOf(schema),
    files: fileLimitsOf(schema),
    type: comparedAs(schema),
    hasDefault: Object.hasOwn(schema, 'default'),
    defaultValue: schema.default,
    // Compiled with the first value: a schema costs about a millisecond, and a process that only reads needs none.
    check: (value, budget) => prepared()(value, budget),
    prepare: prepared,
  });
}

/** A schema that an earlier version of the service took may need what this one refuses: then it takes no value. */
function compileCheck(schema: FieldSchema, checks: FieldChecks): FieldDefinition['check'] {
  try {
    return checks.compile(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return () => `cannot be checked (${reason}); ask the administrator to deploy the field with another schema`;
  }
}
