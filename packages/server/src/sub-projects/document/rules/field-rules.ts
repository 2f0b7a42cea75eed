import { patternProblems } from '../../../kernel/json-schema/bounded-schemas.js';
import { countSubSchemas } from '../../../kernel/json-schema/counted-schema.js';
import { isObject, type SchemaObject, schemaKeywords, walkSchema } from '../../../kernel/json-schema/schema-walk.js';
import { createFieldChecks, type FieldChecks, fieldFormats } from '../../fields/field-checks.js';
import type { FieldSchema } from '../../fields/field-definition.js';
import { comparedAs, isFileList, isSearchable, ownKeywords, referenceOf } from '../../fields/field-schema.js';
import { didYouMean } from '../findings/did-you-mean.js';
import type { Report } from '../findings/finding.js';
import { fieldNameProblem } from '../model/reserved-names.js';
import { checkDisplayHints } from './display-hints.js';
import type { Rule } from './rule.js';

const MOST_FIELDS = 500;
/** Of all fields together: what a request that sets every field may have to compile. */
const MOST_SUB_SCHEMAS = 5_000;

/** Fields have usable names, valid schemas and valid defaults (D18). */
export const fieldRules: Rule = ({ fields = {}, businessKey }, say) => {
  const entries = Object.entries(fields);
  if (entries.length > MOST_FIELDS) {
    say.error(['fields'], `there are ${entries.length} fields; at most ${MOST_FIELDS} are supported`);
    return;
  }
  const count = countSubSchemas({ properties: fields }) - 1;
  if (count > MOST_SUB_SCHEMAS) {
    say.error(['fields'], `the fields have ${count} sub-schemas; at most ${MOST_SUB_SCHEMAS} are supported`);
    return;
  }
  const checks = createFieldChecks();
  for (const [name, schema] of entries) {
    const problem = fieldNameProblem(name);
    if (problem !== undefined) say.error(['fields', name], problem);
    checkField(schema, fields, checks, (at, message) => say.error(['fields', name, ...at], message));
  }
  if (businessKey !== undefined && fields[businessKey]?.['x-unique'] !== true) {
    const unique = entries.filter(([, schema]) => schema['x-unique'] === true).map(([name]) => name);
    say.error(['businessKey'], `must name a field with x-unique: true${didYouMean(businessKey, unique)}`);
  }
};

function checkField(
  schema: FieldSchema,
  fields: Readonly<Record<string, FieldSchema>>,
  checks: FieldChecks,
  error: Report,
): void {
  let found = false;
  const report: Report = (at, message) => {
    found = true;
    error(at, message);
  };
  checkOwnKeywords(schema, report);
  checkUnique(schema, report);
  checkFileLimits(schema, report);
  walkSchema(schema, (inner, at) => checkKeywords(schema, inner, at, report));
  patternProblems(schema, report);
  // What the walk found the validator would only find again, said less well.
  if (!found) for (const { at, message } of checks.problems(schema)) report(at, message);
  if (found) return;
  // Which values a field has, and so what can show them, only a right schema says.
  checkDisplayHints(schema, fields, report);
  if (Object.hasOwn(schema, 'default')) checkDefault(schema, checks, report);
}

function checkOwnKeywords(schema: FieldSchema, error: Report): void {
  for (const keyword of ['required', 'x-indexed', 'x-unique', 'x-searchable']) {
    const value = schema[keyword];
    if (value === undefined || typeof value === 'boolean') continue;
    // A list is JSON Schema's own keyword, about the members of an object.
    if (keyword === 'required' && Array.isArray(value)) continue;
    error([keyword], `"${keyword}" of a field must be true or false`);
  }
  if (schema['x-searchable'] === true && !isSearchable(schema)) {
    error(['x-searchable'], 'only a field of the type string can be searchable');
  }
  const reference = referenceOf(schema);
  if (reference !== undefined && !isFileList(schema) && schema.type !== undefined && schema.type !== 'string') {
    error(
      ['type'],
      `a field of the format ${reference} holds an id, so its type must be string${reference === 'file' ? '; for a list of files give type array and items with the format file' : ''}`,
    );
  }
}

/** What a value of a unique field may be long at most: it stands in an index whole. */
const LONGEST_KEY = 200;

/** `x-unique`: plain texts, bounded, and no default, which only one process could have. */
function checkUnique(schema: FieldSchema, error: Report): void {
  if (schema['x-unique'] !== true) return;
  if (comparedAs(schema) !== 'string' || referenceOf(schema) !== undefined) {
    error(['x-unique'], 'only a field of the type string can be unique');
    return;
  }
  const longest = longestOf(schema);
  if (longest === undefined || longest > LONGEST_KEY) {
    error(['maxLength'], `a unique field needs maxLength, at most ${LONGEST_KEY}`);
  }
  if (Object.hasOwn(schema, 'default')) {
    error(['default'], 'a unique field can have no default: the second process would have the value of the first');
  }
}

const longestOf = ({ maxLength }: FieldSchema): number | undefined =>
  typeof maxLength === 'number' ? maxLength : undefined;

const MIME_TYPE = /^[^\s/*;]+\/(?:[^\s/*;]+|\*)$/;

/** `x-file`: `maximumSize` in bytes and `mimeTypes`, of the files of a field. */
function checkFileLimits(schema: FieldSchema, error: Report): void {
  const { 'x-file': limits } = schema;
  if (limits === undefined) return;
  if (referenceOf(schema) !== 'file') {
    error(['x-file'], 'only a field of the format file, or a list of them, has "x-file"');
    return;
  }
  if (!isObject(limits)) {
    error(['x-file'], 'must be an object with maximumSize, mimeTypes or both');
    return;
  }
  for (const [name, value] of Object.entries(limits)) {
    if (name === 'maximumSize') {
      if (!Number.isSafeInteger(value) || Number(value) < 1)
        error(['x-file', name], 'must be a number of bytes, at least 1');
    } else if (name === 'mimeTypes') {
      const isList = Array.isArray(value) && value.length > 0;
      if (!isList || !value.every((type) => typeof type === 'string' && MIME_TYPE.test(type))) {
        error(['x-file', name], 'must be a list of types such as application/pdf or image/*');
      }
    } else error(['x-file', name], `"x-file" has no "${name}"${didYouMean(name, ['maximumSize', 'mimeTypes'])}`);
  }
}

function checkKeywords(
  field: FieldSchema,
  schema: SchemaObject,
  at: readonly (string | number)[],
  error: Report,
): void {
  const known = at.length === 0 ? [...schemaKeywords, ...ownKeywords] : schemaKeywords;
  for (const keyword of Object.keys(schema)) {
    if (known.includes(keyword)) continue;
    error(
      [...at, keyword],
      `"${keyword}" is not a JSON Schema keyword that fields support${meantOnly(keyword, known)}`,
    );
  }
  const { format, $ref: reference } = schema;
  if (typeof format === 'string' && !fieldFormats.includes(format)) {
    error([...at, 'format'], `there is no format "${format}"${didYouMean(format, fieldFormats)}`);
  } else if (at.length > 0 && (format === 'user' || format === 'file') && !isItemOfList(field, at)) {
    const list = format === 'file' ? ', or at the items of a field with type array' : '';
    error([...at, 'format'], `the format ${format} can only stand at the top of a field${list}`);
  }
  if (typeof reference === 'string' && !reference.startsWith('#')) {
    error([...at, '$ref'], 'only parts of the same field can be referred to: a reference starts with #');
  }
}

const isItemOfList = (field: FieldSchema, at: readonly (string | number)[]): boolean =>
  at.length === 1 && at[0] === 'items' && isFileList(field);

function checkDefault(schema: FieldSchema, checks: FieldChecks, error: Report): void {
  const problem = checks.compile(schema)(schema.default);
  if (schema.default === null) error(['default'], 'null is no default; leave it out');
  else if (problem !== undefined) error(['default'], `the default ${problem}`);
}

/** A list of all keywords would be too long to help. */
const meantOnly = (keyword: string, known: readonly string[]): string => {
  const hint = didYouMean(keyword, known);
  return hint.includes('did you mean') ? hint : '';
};
