import type { Static } from 'typebox';
import { Type } from './type.js';

/** A required identifier or key: present and not empty (1200 otherwise, D14). */
export const requiredText = (description: string) => Type.String({ minLength: 1, maxLength: 1024, description });

/** An optional string parameter. */
export const optionalText = (description: string) => Type.Optional(Type.String({ maxLength: 8192, description }));

/** An optional parameter that a query may carry once or several times. */
export const optionalTexts = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 8192 }), Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 1000 })], {
      description,
    }),
  );

/** The sub-project that a request is about. */
export const subProjectId = requiredText('Id of the sub-project');

/** Free-form JSON object. */
export const jsonObject = (description: string) => Type.Object({}, { additionalProperties: true, description });

/** UTC ISO 8601 with milliseconds and `Z` (D3). */
export const timestamp = (description: string) => Type.String({ format: 'date-time', description });

/** Optional paging of a list: both default (D4). */
export const pageQuery = {
  page: optionalText('Page number, from 1. Default "1"'),
  perPageCount: optionalText('Items per page, 1 to 1000. Default "10"'),
};

/** Paging by position, for lists that change while they are read: every page goes on where the one before it ended. */
export const afterQuery = {
  after: optionalText('Extension: return the items after this position, the `next` of the page before. Not with page'),
};

/** Where the next page begins. */
export const next = Type.Union([Type.String(), Type.Null()], {
  description: 'Send it as `after` to get the next page; null on the last page',
});

/** Bounds of one point in time of an item. */
export const timeRange = <Name extends string>(name: Name, what: string) =>
  ({
    [`${name}From`]: optionalText(`Extension: return only items ${what} at this time or later (date-time)`),
    [`${name}To`]: optionalText(`Extension: return only items ${what} before this time (date-time)`),
  }) as Record<`${Name}From` | `${Name}To`, ReturnType<typeof optionalText>>;

/** The paging of every list response; decimal strings (D3, D4). */
export const metaSchema = Type.Object(
  {
    page: Type.String({ description: 'Current page number' }),
    perPageCount: Type.String({ description: 'Items per page' }),
    totalCount: Type.String({ description: 'Total number of matching items' }),
    totalPages: Type.String({ description: 'Total number of pages; "0" when there is no matching item' }),
    atLeast: Type.Optional(
      Type.Boolean({
        description:
          'true when counting stopped at the totals given here: there are more items. Only for runs and incidents',
      }),
    ),
  },
  { title: 'Meta', description: 'Paging of the list' },
);
export type Meta = Static<typeof metaSchema>;

/** The answer of operations that change something and return no data. */
export const statusSchema = Type.Object({
  status: Type.String({ description: 'Always "success"' }),
  message: Type.String({ description: 'What was done' }),
});

/** The answer of operations that create something. */
export const createdSchema = Type.Object({
  id: Type.String({ description: 'Id of what was created' }),
  ...statusSchema.properties,
});

/** RFC 9457 problem (D7). */
export const problemSchema = Type.Object(
  {
    type: Type.String({ description: 'Address of the documentation of the error' }),
    title: Type.String({ description: 'The error in one sentence, the same for every occurrence' }),
    status: Type.Integer({ description: 'HTTP status' }),
    detail: Type.String({ description: 'What happened, where, and what to do next' }),
    instance: Type.String({ description: 'Path of the request' }),
    code: Type.String({ description: 'Code name of the error' }),
    id: Type.Integer({ description: 'Numeric id of the error' }),
    traceId: Type.String({ description: 'The x-service-traceid of the request' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: 'JSON pointer to the member that is not valid' }),
          detail: Type.String({ description: 'What is wrong with it' }),
        }),
        { description: 'The members that are not valid' },
      ),
    ),
    error: Type.Optional(Type.String({ description: 'Error code of RFC 6749, for a failed sign-in' })),
    error_description: Type.Optional(
      Type.String({ description: 'Error description of RFC 6749, for a failed sign-in' }),
    ),
  },
  { title: 'Problem', description: 'An error answer' },
);
export type Problem = Static<typeof problemSchema>;
