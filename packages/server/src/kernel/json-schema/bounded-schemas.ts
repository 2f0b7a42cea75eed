import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { addBoundedKeywords, asDeclared, type Meter } from './ajv-keywords.js';
import { boundedFormats } from './bounded-formats.js';
import { CheckBudget, CheckStopped } from './check-budget.js';
import { countedSchema, countSubSchemas } from './counted-schema.js';
import { compilePattern } from './linear-pattern.js';
import { isObject, walkSchema } from './schema-walk.js';
import { DEFAULT_MAX_ITEMS, valueLimit } from './value-limits.js';

/** What is wrong with a value: errors of its keywords, or why it was not checked to the end. */
export type Judgement =
  | { readonly errors: readonly ErrorObject[] }
  | { readonly refused: { readonly at: string; readonly message: string } };

/**
 * Checks a value.
 *
 * @param budget shared by the checks of one request; absent: one of its own
 * @returns undefined for a valid value
 */
export type BoundedCheck = (value: unknown, budget?: CheckBudget) => Judgement | undefined;

/** Compiles JSON Schema 2020-12 to checks whose time and memory are bounded whatever the schema and the value are. */
export interface BoundedSchemas {
  /** @throws Error when the schema is not valid or too much for a bounded check; the message is for people */
  compile(schema: Readonly<Record<string, unknown>>): BoundedCheck;
  /** What the meta-schema says against a schema. */
  metaErrors(schema: Readonly<Record<string, unknown>>): readonly ErrorObject[];
  /** What keeps a schema without `metaErrors` from being compiled; messages for people. */
  problems(schema: Readonly<Record<string, unknown>>): readonly string[];
}

/** @param options of Ajv, but for what makes checks bounded */
export function createBoundedSchemas(options: Options): BoundedSchemas {
  const meter: Meter = { budget: undefined };
  const ajv = new Ajv2020({
    logger: false,
    // `metaErrors` does; stored schemas are valid.
    validateSchema: false,
    ...options,
    // Generated code is compiled once and used seldom: optimizing it takes longer than it saves.
    code: { optimize: false, regExp: linearPatterns(meter) },
  });
  addBoundedKeywords(ajv, meter);
  for (const [name, format] of boundedFormats(meter)) ajv.addFormat(name, format);
  const compile: BoundedSchemas['compile'] = (schema) => {
    const counted = countedSchema(schema);
    const validate = compileAlone(ajv, counted);
    const maxItems = largestMaxItems(schema);
    return (value, budget = new CheckBudget()) => {
      const refused = valueLimit(value, maxItems);
      if (refused !== undefined) return { refused };
      meter.budget = budget;
      try {
        return validate(value) ? undefined : { errors: (validate.errors ?? []).map(asDeclared) };
      } catch (error) {
        return { refused: { at: '', message: stoppedBy(error) } };
      } finally {
        meter.budget = undefined;
      }
    };
  };
  return {
    compile,
    metaErrors: (schema) => (ajv.validateSchema(schema) === true ? [] : (ajv.errors ?? [])),
    problems: (schema) => problemsOf(schema, compile),
  };
}

/** Ajv keeps every schema it compiles, by its $id too: schemas of different fields may carry the same. */
function compileAlone(ajv: Ajv2020, schema: Readonly<Record<string, unknown>>): ValidateFunction {
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

/** Sub-schemas of one schema: compiling costs about 0.2 ms for each. */
const MOST_SUB_SCHEMAS = 500;

function problemsOf(schema: Readonly<Record<string, unknown>>, compile: BoundedSchemas['compile']): readonly string[] {
  const count = countSubSchemas(schema);
  if (count > MOST_SUB_SCHEMAS) {
    return [
      `the schema has ${count} sub-schemas; at most ${MOST_SUB_SCHEMAS} are allowed. Move parts into other fields`,
    ];
  }
  try {
    compile(schema);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function stoppedBy(error: unknown): string {
  if (error instanceof CheckStopped) return error.message;
  if (error instanceof RangeError) return 'cannot be checked: its schema refers to itself without end';
  throw error;
}

function largestMaxItems(schema: Readonly<Record<string, unknown>>): number {
  let largest = DEFAULT_MAX_ITEMS;
  walkSchema(schema, ({ maxItems }) => {
    if (typeof maxItems === 'number' && maxItems > largest) largest = maxItems;
  });
  return largest;
}

const linearPatterns = (meter: Meter) =>
  Object.assign(
    (source: string) => {
      const pattern = compilePattern(source);
      return {
        test: (text: string) => {
          meter.budget?.charge(pattern.costOf(text));
          return pattern.test(text);
        },
        // Ajv keys its cache of patterns by this.
        toString: () => `/${source}/u`,
      };
    },
    { code: 'new RegExp' },
  );

/** What a schema has for a bounded check to be possible; messages for people with their places. */
export function patternProblems(
  schema: unknown,
  report: (at: readonly (string | number)[], message: string) => void,
): void {
  walkSchema(schema, ({ pattern, patternProperties }, at) => {
    if (typeof pattern === 'string') reportPattern(pattern, [...at, 'pattern'], report);
    if (!isObject(patternProperties)) return;
    for (const name of Object.keys(patternProperties)) reportPattern(name, [...at, 'patternProperties', name], report);
  });
}

function reportPattern(
  source: string,
  at: readonly (string | number)[],
  report: (at: readonly (string | number)[], message: string) => void,
): void {
  try {
    compilePattern(source);
  } catch (error) {
    report(at, error instanceof Error ? error.message : String(error));
  }
}
