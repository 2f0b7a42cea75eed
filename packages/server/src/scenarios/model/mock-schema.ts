import { Type } from '@millrace/contract';
import type { Static } from 'typebox';
import { strict, values } from './parts.js';

/** Members of which the result of a job has exactly one. */
export const resultMembers = {
  complete: Type.Optional(
    Type.Union([Type.Null(), values('')], { description: 'The job is complete, with these variables' }),
  ),
  fail: Type.Optional(
    Type.String({ description: 'The attempt failed with this message; it is repeated while attempts are left' }),
  ),
  error: Type.Optional(
    Type.Union(
      [
        Type.String({ minLength: 1, description: 'Code of the error' }),
        Type.Object(
          {
            code: Type.String({ minLength: 1 }),
            message: Type.Optional(Type.String()),
            variables: Type.Optional(values('')),
          },
          strict,
        ),
      ],
      { description: 'The job throws a BPMN error' },
    ),
  ),
  respond: Type.Optional(
    Type.Object(
      {
        status: Type.Integer({ minimum: 100, maximum: 599 }),
        headers: Type.Optional(Type.Record(Type.String(), Type.String())),
        body: Type.Optional(Type.Unknown()),
      },
      {
        ...strict,
        description: 'Answer of the web service of an http or REST connector job; handled as the server does',
      },
    ),
  ),
};

const result = Type.Object(
  { ...resultMembers, wait: Type.Optional(Type.Literal(true, { description: 'The job waits for a step `job`' })) },
  { ...strict, minProperties: 1, maxProperties: 1 },
);

/** Results of jobs by element id or job type. */
export const mocksSchema = Type.Record(Type.String(), Type.Union([result, Type.Array(result, { minItems: 1 })]), {
  description:
    'Results of jobs by element id (first) or job type. Of a list, each attempt takes the next result; the last one is repeated',
});

/** Results of jobs by element id or job type. */
export type Mocks = Static<typeof mocksSchema>;
/** The result of one attempt of a job. */
export type MockedResult = Static<typeof result>;
