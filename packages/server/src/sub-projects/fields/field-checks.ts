import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { FieldDefinition, FieldSchema } from './field-definition.js';
import { fieldMessage } from './field-message.js';
import { plainSchema } from './field-schema.js';

/** Text longer than this never matches a pattern: it bounds what a slow pattern can cost. */
const LONGEST_MATCHED = 5_000;

/** What a field's `format` may be (D18). */
export const fieldFormats: readonly string[] = Object.freeze([...Object.keys(fullFormats), 'user', 'file']);

/** Makes the checks of the fields of one version. */
export interface FieldChecks {
  /**
   * @returns a check: undefined when a value is valid, otherwise what is wrong and what would be right, for people
   * @throws Error when the schema has problems
   */
  compile(schema: FieldSchema): FieldDefinition['check'];
  /** What keeps the schema from being JSON Schema 2020-12 that refers to nothing elsewhere. */
  problems(schema: FieldSchema): readonly { readonly at: readonly string[]; readonly message: string }[];
}

export function createFieldChecks(): FieldChecks {
  const ajv = new Ajv2020({
    strict: true,
    // A union of types is plain JSON Schema; tuples are not worth a refusal either.
    allowUnionTypes: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // The first error is enough for a person, and all of them can be very many.
    allErrors: false,
    // Schemas of different fields may carry the same $id.
    addUsedSchema: false,
    logger: false,
    code: { regExp: boundedPattern },
  });
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  for (const name of ['user', 'file']) ajv.addFormat(name, isUuid);
  return {
    problems(schema) {
      const plain = plainSchema(schema);
      const errors = ajv.validateSchema(plain) === true ? [] : (ajv.errors ?? []);
      if (errors.length > 0) return errors.slice(0, 1).map((error) => ({ at: partsOf(error), message: sayOf(error) }));
      try {
        ajv.compile(plain);
        return [];
      } catch (error) {
        return [{ at: [], message: error instanceof Error ? error.message : String(error) }];
      }
    },
    compile(schema) {
      const validate = ajv.compile(plainSchema(schema));
      return (value) => {
        if (validate(value)) return undefined;
        const [error] = validate.errors ?? [];
        return error === undefined ? 'is not valid' : fieldMessage(error);
      };
    },
  };
}

const boundedPattern = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags);
    return {
      test: (text: string) => text.length <= LONGEST_MATCHED && expression.test(text),
      // Ajv keys its cache of patterns by this.
      toString: () => String(expression),
    };
  },
  { code: 'new RegExp' },
);

const partsOf = (error: ErrorObject): string[] =>
  error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const sayOf = (error: ErrorObject): string => fieldMessage({ ...error, instancePath: '' });
