import type { Static, TProperties, TSchema } from 'typebox';
import { cursorOrEmpty, formedText, inWords, timeOrEmpty, wholeNumber } from './text-form.js';
import { Type } from './type.js';

/** A string. */
export const text = (description: string) => Type.String({ description });

/** A boolean. */
export const flag = (description: string) => Type.Boolean({ description });

/** A whole number. */
export const integer = (description: string) => Type.Integer({ description });

/** An array. */
export const list = <T extends TSchema>(items: T, description: string) => Type.Array(items, { description });

/** An array of strings. */
export const texts = (description: string) => list(Type.String(), description);

/** An object that has a name: what answers and requests of several operations have, and what clients get a type for. */
export const model = <const M extends TProperties>(title: string, description: string, members: M) =>
  Type.Object(members, { title, description });

/** A value or null. */
export const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** A required identifier or key: present and not empty (1200 otherwise, D14). */
export const requiredText = (description: string) => Type.String({ minLength: 1, maxLength: 1024, description });

/** An optional string parameter. */
export const optionalText = (description: string) => Type.Optional(Type.String({ maxLength: 8192, description }));

/** An optional text of a query: all of them together fit into what a server reads of a request line. */
export const queryText = (description: string) => Type.Optional(Type.String({ maxLength: 1024, description }));

/**
 * Filters: the text of a JSON object. Without `contentMediaType`, for which oapi-codegen takes the text for an uploaded file.
 *
 * @param required members that it must have
 */
export const filterText = (
  bounds: { readonly minLength?: number; readonly maxLength: number; readonly description: string },
  required?: readonly string[],
) =>
  Type.String({
    ...bounds,
    contentSchema: { type: 'object', ...(required ? { required } : {}) },
  });

/** Filters that a request may leave out. */
export const optionalFilterText = (description: string) => Type.Optional(filterText({ maxLength: 8192, description }));

/** An optional parameter that a query may carry once or several times. */
export const optionalTexts = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 1000, description }));

/** Of an object: it has either one member or any of the others. Written without boolean schemas, which generators cannot read. */
export const either = (one: string, ...others: readonly string[]) => {
  const absent = { allOf: others.map((name) => ({ not: { required: [name] } })) };
  const [other = ''] = others;
  return {
    if: { required: [one] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: absent,
    else: others.length === 1 ? { required: [other] } : { not: absent },
    ...inWords(`an object with either ${one} or ${others.join(' and ')}`),
  };
};

/** The sub-project that a request is about. */
export const subProjectId = requiredText('Id of the sub-project');

/** Free-form JSON object. */
export const jsonObject = (description: string) => Type.Object({}, { additionalProperties: true, description });

/** UTC ISO 8601 with milliseconds and `Z` (D3). */
export const timestamp = (description: string) => Type.String({ format: 'date-time', description });

/** The last page that can be asked for: JavaScript and PostgreSQL count to it exactly. */
export const LAST_PAGE = Number.MAX_SAFE_INTEGER;

/** The most items that a page of most lists has (D4). */
export const MOST_PER_PAGE = 1000;

/** Number of a page. */
export const pageNumber = (description: string) => wholeNumber(1, LAST_PAGE, description, { minLength: 1 });

/** Items of a page. */
export const perPage = (description: string, most = MOST_PER_PAGE) =>
  wholeNumber(1, most, description, { minLength: 1 });

/** Optional paging of a list: both default (D4). */
export const pageQuery = {
  page: Type.Optional(pageNumber('Page number, from 1. Default "1"')),
  perPageCount: Type.Optional(perPage('Items per page, 1 to 1000. Default "10"')),
};

/** A number of things, as decimal digits. */
export const count = (description: string) => formedText('^(0|[1-9][0-9]*)$', 'a whole decimal number', description);

/** Paging by position, for lists that change while they are read: every page goes on where the one before it ended. */
export const afterQuery = {
  after: Type.Optional(
    cursorOrEmpty('Extension: return the items after this position, the `next` of the page before. Not with page'),
  ),
};

/** Where the next page begins. */
export const next = orNull(Type.String(), 'Send it as `after` to get the next page; null on the last page');

/** Bounds of one point in time of an item. */
export const timeRange = <Name extends string>(name: Name, what: string) =>
  ({
    [`${name}From`]: Type.Optional(timeOrEmpty(`Extension: return only items ${what} at this time or later`)),
    [`${name}To`]: Type.Optional(timeOrEmpty(`Extension: return only items ${what} before this time`)),
  }) as Record<`${Name}From` | `${Name}To`, ReturnType<typeof optionalText>>;

/** The paging of every list response; decimal strings (D3, D4). */
export const metaSchema = model('Meta', 'Paging of the list', {
  page: count('Current page number'),
  perPageCount: count('Items per page'),
  totalCount: count('Total number of matching items'),
  totalPages: count('Total number of pages; "0" when there is no matching item'),
  atLeast: Type.Optional(
    flag('true when counting stopped at 10,000 items: there are more than the totals given here. Never for processes'),
  ),
});
export type Meta = Static<typeof metaSchema>;

/** The answer of operations that change something and return no data. */
export const statusSchema = model('StatusResponse', 'The answer of operations that return no data', {
  status: text('Always "success"'),
  message: text('What was done'),
});

/** The answer of operations that create something. */
export const createdSchema = model('CreatedResponse', 'The answer of operations that create something', {
  id: text('Id of what was created'),
  ...statusSchema.properties,
});

/** A user, or the service itself, in what they did. */
export const userReferenceSchema = model('UserReference', 'A user, or the service itself', {
  id: text('User id, or "system"'),
  name: text('Full name of the user'),
});

/** A member of a request, and what is wrong with it. */
export const invalidMemberSchema = model('InvalidMember', 'A member of the request that is not valid', {
  pointer: text('JSON pointer to the member that is not valid'),
  detail: text('What is wrong with it'),
});

/** RFC 9457 problem (D7). */
export const problemSchema = model('Problem', 'An error answer', {
  type: text('Address of the documentation of the error'),
  title: text('The error in one sentence, the same for every occurrence'),
  status: integer('HTTP status'),
  detail: text('What happened, where, and what to do next'),
  instance: text('Path of the request'),
  code: text('Code name of the error'),
  id: integer('Numeric id of the error'),
  traceId: text('The x-service-traceid of the request'),
  errors: Type.Optional(list(invalidMemberSchema, 'The members that are not valid')),
  error: Type.Optional(text('Error code of RFC 6749, for a failed sign-in')),
  error_description: Type.Optional(text('Error description of RFC 6749, for a failed sign-in')),
});
export type Problem = Static<typeof problemSchema>;
