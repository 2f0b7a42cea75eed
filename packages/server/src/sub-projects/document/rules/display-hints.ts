import { isObject } from '../../../kernel/json-schema/schema-walk.js';
import type { FieldSchema } from '../../fields/field-definition.js';
import { comparedAs } from '../../fields/field-schema.js';
import { didYouMean } from '../findings/did-you-mean.js';
import type { Report } from '../findings/finding.js';

/** Controls of the console, and the types of values that each can show. */
const widgets: Readonly<Record<string, readonly ReturnType<typeof comparedAs>[]>> = {
  text: ['string'],
  multiline: ['string'],
  select: ['string', 'number', 'boolean', 'json'],
  radio: ['string', 'number', 'boolean', 'json'],
  checkbox: ['boolean'],
  switch: ['boolean'],
  number: ['number'],
  amount: ['number'],
};
const hints = ['order', 'group', 'summary', 'widget', 'unit'];

/** `x-ui`: how the console shows a field. Nothing else depends on it. */
export function checkDisplayHints(
  schema: FieldSchema,
  fields: Readonly<Record<string, FieldSchema>>,
  error: Report,
): void {
  const { 'x-ui': given } = schema;
  if (given === undefined) return;
  if (!isObject(given)) {
    error(['x-ui'], `must be an object with ${hints.join(', ')}`);
    return;
  }
  for (const [name, value] of Object.entries(given)) {
    const problem = problemOf(name, value, schema, fields);
    if (problem !== undefined) error(['x-ui', name], problem);
  }
}

function problemOf(
  name: string,
  value: unknown,
  schema: FieldSchema,
  fields: Readonly<Record<string, FieldSchema>>,
): string | undefined {
  switch (name) {
    case 'order':
      return Number.isSafeInteger(value) ? undefined : 'must be a whole number: fields are shown in ascending order';
    case 'group':
      return isText(value, 100) ? undefined : 'must be the heading of a group, a text of 1 to 100 characters';
    case 'summary':
      return isWithin(value, 1, 9) ? undefined : 'must be a whole number from 1 to 9: the place in a summary';
    case 'unit':
      if (typeof value === 'string' && Object.hasOwn(fields, value)) return undefined;
      return `must name the field that has the unit${didYouMean(String(value), Object.keys(fields))}`;
    case 'widget': {
      const types = typeof value === 'string' && Object.hasOwn(widgets, value) ? widgets[value] : undefined;
      if (types === undefined) return `must be one of ${Object.keys(widgets).join(', ')}`;
      return types.includes(comparedAs(schema)) ? undefined : `cannot show a value of this field`;
    }
    default:
      return `"x-ui" has no "${name}"${didYouMean(name, hints)}`;
  }
}

const isText = (value: unknown, most: number): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= most;

const isWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
