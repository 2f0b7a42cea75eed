import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isUuid } from '../../kernel/identifiers.js';
import { createBoundedSchemas } from '../../kernel/json-schema/bounded-schemas.js';
import type { FieldDefinition, FieldSchema } from './field-definition.js';
import { fieldMessage } from './field-message.js';
import { plainSchema } from './field-schema.js';

/** What a field's `format` may be (D18). */
export const fieldFormats: readonly string[] = Object.freeze([...Object.keys(fullFormats), 'user', 'file']);

/** Makes the checks of the fields of one version. */
export interface FieldChecks {
  /**
   * @returns a check: undefined when a value is valid, otherwise what is wrong and what would be right, for people
   * @throws Error when the schema has problems
   */
  compile(schema: FieldSchema): FieldDefinition['check'];
  /** What keeps the schema from being JSON Schema 2020-12 that refers to nothing elsewhere and can be checked in bounded time. */
  problems(schema: FieldSchema): readonly { readonly at: readonly string[]; readonly message: string }[];
}

export function createFieldChecks(): FieldChecks {
  const schemas = createBoundedSchemas({
    strict: true,
    // A union of types is plain JSON Schema; tuples are not worth a refusal either.
    allowUnionTypes: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // The first error is enough for a person, and all of them can be very many.
    allErrors: false,
    formats: { user: isUuid, file: isUuid },
  });
  return {
    problems(schema) {
      const plain = plainSchema(schema);
      const [error] = schemas.metaErrors(plain);
      if (error !== undefined)
        return [{ at: partsOf(error.instancePath), message: fieldMessage({ ...error, instancePath: '' }) }];
      return schemas.problems(plain).map((message) => ({ at: [], message }));
    },
    compile(schema) {
      const check = schemas.compile(plainSchema(schema));
      return (value, budget) => {
        const judgement = check(value, budget);
        if (judgement === undefined) return undefined;
        if ('refused' in judgement) {
          const { at, message } = judgement.refused;
          return at === '' ? message : `${message} at ${at}`;
        }
        const [error] = judgement.errors;
        return error === undefined ? 'is not valid' : fieldMessage(error);
      };
    },
  };
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
