import { type Static, Type } from 'typebox';

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

/** Free-form JSON object. */
export const jsonObject = (description: string) => Type.Object({}, { additionalProperties: true, description });

/** UTC ISO 8601 with milliseconds and `Z` (D3). */
export const timestamp = (description: string) => Type.String({ format: 'date-time', description });

/** Optional paging of a list: both default (D4). */
export const pageQuery = {
  page: optionalText('Page number from 1; default "1"'),
  perPageCount: optionalText('Items per page, 1 to 1000; default "10"'),
};

/** The paging of every list response; decimal strings (D3, D4). */
export const metaSchema = Type.Object(
  {
    page: Type.String({ description: 'Current page number' }),
    perPageCount: Type.String({ description: 'Items per page' }),
    totalCount: Type.String({ description: 'Total number of matching items' }),
    totalPages: Type.String({ description: 'Total number of pages; "0" when nothing matches' }),
  },
  { title: 'Meta' },
);
export type Meta = Static<typeof metaSchema>;

/** Answer of operations that change something and have nothing else to say. */
export const statusSchema = Type.Object({
  status: Type.String({ description: '"success"' }),
  message: Type.String(),
});

/** RFC 9457 problem (D7). */
export const problemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    code: Type.String({ description: 'Code name' }),
    id: Type.Integer({ description: 'Numeric id' }),
    traceId: Type.String({ description: 'The x-service-traceid of the request' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: 'JSON pointer to the member to blame' }),
          detail: Type.String(),
        }),
      ),
    ),
    error: Type.Optional(Type.String({ description: 'RFC 6749 error of a failed sign-in' })),
    error_description: Type.Optional(Type.String()),
  },
  { title: 'Problem' },
);
export type Problem = Static<typeof problemSchema>;
