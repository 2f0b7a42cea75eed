import { CatalogueError } from './catalogue-error.js';
import { errorIds } from './error-ids.js';

/** 1011 (400): the bytes are no HTTP request. */
export const malformedHttp = (detail: string): CatalogueError => new CatalogueError(errorIds.malformedHttp, detail);

/** 1012 (408): the request did not arrive in time. */
export const requestTimeout = (): CatalogueError =>
  new CatalogueError(errorIds.requestTimeout, 'The request did not arrive completely in time. Send it again.');

/** 1013 (417): the request expects something that no server does. */
export const expectationFailed = (): CatalogueError =>
  new CatalogueError(
    errorIds.expectationFailed,
    'The header Expect has a value that is not supported. Send `100-continue`, or leave the header out.',
  );

/** 1014 (431): request line and headers are too long together. */
export const headersTooLarge = (): CatalogueError =>
  new CatalogueError(
    errorIds.headersTooLarge,
    'The request line and the headers are longer than 128 KiB. Shorten the query, for example the filters.',
  );
