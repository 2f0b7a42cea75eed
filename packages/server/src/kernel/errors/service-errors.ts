import { CatalogueError } from './catalogue-error.js';
import { errorIds } from './error-ids.js';

/** 1000 (500): a defect of ours; the cause is logged under the trace id and never shown. */
export const internalError = (cause: unknown): CatalogueError =>
  new CatalogueError(errorIds.internal, 'An unexpected error occurred. It is logged under the trace id.', { cause });

/** 1010 (503): the database cannot be reached right now. */
export const databaseUnavailable = (cause: unknown): CatalogueError =>
  new CatalogueError(
    errorIds.unavailable,
    'The database cannot be reached right now. Nothing is lost; try again shortly.',
    { retryAfter: 2, cause },
  );

/** 1003 (429): the user has more requests under way than its share of the database takes. @param cause seconds to wait */
export const tooManyRequests = (cause: Error & { readonly retryAfter: number }): CatalogueError =>
  new CatalogueError(
    errorIds.rateLimited,
    `This user has too many requests under way, and nothing was done for this one. Try again in ${cause.retryAfter} s, ` +
      'and send fewer requests at once.',
    { retryAfter: cause.retryAfter, cause },
  );

/** 1003 (429): as many bulk operations of the user run as may. @param limit how many */
export const tooManyBulkOperations = (limit: number): CatalogueError =>
  new CatalogueError(
    errorIds.rateLimited,
    `${limit} bulk operations of this user run in this sub-project, which is the limit. Wait until one is finished ` +
      '(getBulkOperation), or cancel one with cancelBulkOperation.',
    { retryAfter: 10 },
  );

/** 1003 (429): a dry run of the user is under way. */
export const tooManyDryRuns = (): CatalogueError =>
  new CatalogueError(
    errorIds.rateLimited,
    'A dry run of this user is under way in this sub-project, and nothing was done for this one. Wait until it has answered.',
    { retryAfter: 5 },
  );

/** 1003 (429): a simulation of the user is under way. */
export const tooManySimulations = (): CatalogueError =>
  new CatalogueError(
    errorIds.rateLimited,
    'A simulation of this user is under way, and nothing was done for this one. Wait until it has answered.',
    { retryAfter: 5 },
  );

/** 1010 (503): the service has too much to do for this right now. */
export const busy = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.unavailable, detail, { retryAfter: 5 });

/** 1004 (404): no operation has this method and path. */
export const routeNotFound = (detail: string): CatalogueError => new CatalogueError(errorIds.routeNotFound, detail);

/** 1017 (405): the path is of an operation, the method is not. */
export const methodNotAllowed = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.methodNotAllowed, detail);

/** 1007 (400): the body cannot be parsed. */
export const malformedJson = (detail: string): CatalogueError => new CatalogueError(errorIds.malformedJson, detail);

/** 1005 (413): the body exceeds the operation's limit. */
export const bodyTooLarge = (detail: string): CatalogueError => new CatalogueError(errorIds.bodyTooLarge, detail);

/** 1006 (415): the body is not of a media type that the operation takes. */
export const unsupportedMediaType = (detail: string): CatalogueError =>
  new CatalogueError(errorIds.unsupportedMediaType, detail);
