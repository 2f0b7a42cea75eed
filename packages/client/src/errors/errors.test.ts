import { errorCatalogue, errorIds } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import { errorOfResponse } from './error-of-response.js';
import { MillraceError, millraceError } from './errors.js';

const errorOf = (id: number | undefined, status: number) =>
  millraceError({
    operation: 'getProcess',
    status,
    id,
    code: undefined,
    detail: 'detail',
    errors: [],
    traceId: 't',
    retryAfterMs: undefined,
  });

describe('errors', () => {
  it.each(errorIds)('[D8] %i of the catalogue has a class of its kind', (id) => {
    const error = errorOf(id, errorCatalogue[id].status);
    expect(error).toBeInstanceOf(MillraceError);
    expect(error.constructor).not.toBe(MillraceError);
    expect(error.name).toBe(error.constructor.name);
  });

  it.each([
    [1001, 401, 'UnauthenticatedError'],
    [1002, 401, 'UnauthenticatedError'],
    [1003, 429, 'RateLimitedError'],
    [1008, 412, 'PreconditionFailedError'],
    [1010, 503, 'UnavailableError'],
    [1205, 403, 'NotAllowedError'],
    [1221, 404, 'NotFoundError'],
    [1232, 400, 'InvalidRequestError'],
    [1709, 502, 'StorageError'],
    [1712, 423, 'StorageError'],
    [1715, 409, 'StorageError'],
    [1704, 404, 'NotFoundError'],
  ])('%i with its status %i is a %s', (id, status, name) => {
    expect(errorOf(id, status).name).toBe(name);
  });

  it.each([
    [1200, 404, 'NotFoundError'],
    [1209, 409, 'ConflictError'],
    [1709, 400, 'StorageError'],
  ])('[D8] %i with the overriding status %i is a %s', (id, status, name) => {
    expect(errorOf(id, status).name).toBe(name);
  });

  it.each([
    [502, 'UnavailableError'],
    [404, 'NotFoundError'],
    [418, 'MillraceError'],
  ])('an answer of something else, with status %i, is a %s', (status, name) => {
    expect(errorOf(undefined, status).name).toBe(name);
  });

  it('an id that is newer than this client keeps its number and takes the class of its status', () => {
    expect(errorOf(1999, 409)).toMatchObject({ name: 'ConflictError', id: 1999 });
  });

  it('[D7] carries the members of the problem', () => {
    const problem = {
      id: 1232,
      code: 'ERROR_PROCESS_INVALID_FIELD_VALUE',
      detail: 'amount must be a number',
      errors: [{ pointer: '/updates/amount', detail: 'must be number' }, { nonsense: 1 }],
      traceId: 'abc',
    };
    const error = errorOfResponse(
      new Response(null, { status: 400 }),
      JSON.stringify(problem),
      'updateProcessField',
      'x',
    );
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      message: 'updateProcessField: 1232 ERROR_PROCESS_INVALID_FIELD_VALUE: amount must be a number',
      id: 1232,
      status: 400,
      errors: [{ pointer: '/updates/amount', detail: 'must be number' }],
      traceId: 'abc',
      operation: 'updateProcessField',
    });
  });

  it('[D6] a page of a proxy keeps its beginning and the trace id that was sent', () => {
    const error = errorOfResponse(new Response(null, { status: 502 }), '<html>Bad gateway</html>', 'getTasks', 'sent');
    expect(error).toMatchObject({
      message: 'getTasks: HTTP 502: <html>Bad gateway</html>',
      id: undefined,
      traceId: 'sent',
    });
  });
});
