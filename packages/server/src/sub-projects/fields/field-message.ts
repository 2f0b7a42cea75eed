import type { ErrorObject } from 'ajv/dist/2020.js';

type Say = (parameters: Readonly<Record<string, unknown>>) => string;

/** What each keyword demands, said so that a person knows what would be right. */
const messages: ReadonlyMap<string, Say> = new Map<string, Say>([
  ['type', ({ type }) => `must be ${typeNames(type)}`],
  ['enum', ({ allowedValues }) => `must be one of ${listOf(allowedValues)}`],
  ['const', ({ allowedValue }) => `must be ${show(allowedValue)}`],
  ['minimum', ({ limit }) => `must be at least ${show(limit)}`],
  ['maximum', ({ limit }) => `must be at most ${show(limit)}`],
  ['exclusiveMinimum', ({ limit }) => `must be more than ${show(limit)}`],
  ['exclusiveMaximum', ({ limit }) => `must be less than ${show(limit)}`],
  ['multipleOf', ({ multipleOf }) => `must be a multiple of ${show(multipleOf)}`],
  ['minLength', ({ limit }) => `must have at least ${count(limit, 'character')}`],
  ['maxLength', ({ limit }) => `must have at most ${count(limit, 'character')}`],
  ['pattern', ({ pattern }) => `must match the pattern ${show(pattern)}`],
  ['format', ({ format }) => `must be ${formatNames.get(String(format)) ?? `of the format ${show(format)}`}`],
  ['minItems', ({ limit }) => `must have at least ${count(limit, 'item')}`],
  ['maxItems', ({ limit }) => `must have at most ${count(limit, 'item')}`],
  ['uniqueItems', () => 'must not hold the same item twice'],
  ['minProperties', ({ limit }) => `must have at least ${count(limit, 'member')}`],
  ['maxProperties', ({ limit }) => `must have at most ${count(limit, 'member')}`],
  ['required', ({ missingProperty }) => `must have the member "${missingProperty}"`],
  ['additionalProperties', ({ additionalProperty }) => `must not have the member "${additionalProperty}"`],
]);

const formatNames: ReadonlyMap<string, string> = new Map([
  ['date', 'a date such as 2026-01-31'],
  ['date-time', 'a time such as 2026-01-31T12:00:00Z'],
  ['time', 'a time of day such as 12:00:00Z'],
  ['duration', 'an ISO 8601 duration such as P1DT12H'],
  ['email', 'an e-mail address'],
  ['uri', 'an absolute address such as https://example.com/'],
  ['uuid', 'a UUID'],
  ['regex', 'a regular expression (ECMAScript, flag u)'],
  ['user', 'the id of a user'],
  ['file', 'the id of a file'],
]);

const typeName: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

/** One sentence part for people about one failed keyword: what would be right, and where inside the value. */
export function fieldMessage(error: ErrorObject): string {
  const say = messages.get(error.keyword);
  const text = say === undefined ? (error.message ?? 'is not valid') : say(error.params);
  return error.instancePath === '' ? text : `${text} at ${error.instancePath}`;
}

const typeNames = (type: unknown): string => {
  const types = (Array.isArray(type) ? type : String(type).split(',')).map(String);
  return types.map((one) => typeName.get(one) ?? one).join(' or ');
};

/** Values that a message lists. */
const MOST_LISTED = 50;

function listOf(values: unknown): string {
  if (!Array.isArray(values)) return String(values);
  const rest = values.length > MOST_LISTED ? ` and ${values.length - MOST_LISTED} more` : '';
  return `${values.slice(0, MOST_LISTED).map(show).join(', ')}${rest}`;
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const count = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;
