import { errorCatalogue, isErrorId, type Problem } from '@millrace/contract';

/** An error answer. `id` and `code` are undefined when something other than the service answered, e.g. a proxy. */
export interface ErrorAnswer {
  /** Operation that was called. */
  readonly operation: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Numeric id of the catalogue. */
  readonly id: number | undefined;
  /** Code name of the catalogue. */
  readonly code: string | undefined;
  /** What happened, where, and what to do next. */
  readonly detail: string;
  /** The members that are not valid. */
  readonly errors: NonNullable<Problem['errors']>;
  /** The x-service-traceid of the request: quote it to support. */
  readonly traceId: string;
  /** Time to wait before the next attempt, from Retry-After, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

/** The service answered with an error. The class is the kind of error; `id` and `code` identify it. */
export class MillraceError extends Error implements ErrorAnswer {
  override readonly name: string = 'MillraceError';
  readonly operation: string;
  readonly status: number;
  readonly id: number | undefined;
  readonly code: string | undefined;
  readonly detail: string;
  readonly errors: NonNullable<Problem['errors']>;
  readonly traceId: string;
  readonly retryAfterMs: number | undefined;

  constructor(answer: ErrorAnswer) {
    const which = answer.id === undefined ? `HTTP ${answer.status}` : `${answer.id} ${answer.code ?? ''}`.trim();
    super(`${answer.operation}: ${which}: ${answer.detail}`);
    this.operation = answer.operation;
    this.status = answer.status;
    this.id = answer.id;
    this.code = answer.code;
    this.detail = answer.detail;
    this.errors = answer.errors;
    this.traceId = answer.traceId;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** A member is missing or not valid, or the body cannot be read (400, 413, 415). */
export class InvalidRequestError extends MillraceError {
  override readonly name = 'InvalidRequestError';
}
/** No valid token, or wrong credentials (401). */
export class UnauthenticatedError extends MillraceError {
  override readonly name = 'UnauthenticatedError';
}
/** The caller's roles do not allow it (403). */
export class NotAllowedError extends MillraceError {
  override readonly name = 'NotAllowedError';
}
/** Something in the request does not exist (404). */
export class NotFoundError extends MillraceError {
  override readonly name = 'NotFoundError';
}
/** The request conflicts with the current state (409). */
export class ConflictError extends MillraceError {
  override readonly name = 'ConflictError';
}
/** The resource has changed since it was read (412). */
export class PreconditionFailedError extends MillraceError {
  override readonly name = 'PreconditionFailedError';
}
/** Too many requests (429); `retryAfterMs` says how long to wait. */
export class RateLimitedError extends MillraceError {
  override readonly name = 'RateLimitedError';
}
/** The service failed to process the request (500). */
export class InternalError extends MillraceError {
  override readonly name = 'InternalError';
}
/** The service, or a proxy before it, is temporarily unavailable (502, 503, 504). */
export class UnavailableError extends MillraceError {
  override readonly name = 'UnavailableError';
}
/** The storage is locked, cannot be reached, or does not have the upload: all codes `ERROR_STORAGE_…`. */
export class StorageError extends MillraceError {
  override readonly name = 'StorageError';
}

const byStatus: Readonly<Record<number, typeof MillraceError | undefined>> = {
  400: InvalidRequestError,
  401: UnauthenticatedError,
  403: NotAllowedError,
  404: NotFoundError,
  405: InvalidRequestError,
  408: UnavailableError,
  409: ConflictError,
  410: NotFoundError,
  412: PreconditionFailedError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  417: InvalidRequestError,
  423: StorageError,
  429: RateLimitedError,
  431: InvalidRequestError,
  500: InternalError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
};

/**
 * The error of an answer, in the class of its kind. The status that was answered decides, not the catalogue's default: a
 * use case overrides it exactly where the kind differs (D8: 1200 with 404 names something that does not exist).
 */
export function millraceError(answer: ErrorAnswer): MillraceError {
  const { id, status } = answer;
  const entry = id !== undefined && isErrorId(id) ? errorCatalogue[id] : undefined;
  if (entry?.code.startsWith('ERROR_STORAGE_')) return new StorageError(answer);
  const Kind = byStatus[status] ?? (entry && byStatus[entry.status]) ?? MillraceError;
  return new Kind(answer);
}

/**
 * No complete answer arrived. It is not known whether the request took effect. Repeat it with the same idempotency key to
 * find out.
 */
export class TransportError extends Error {
  override readonly name: string = 'TransportError';
  readonly operation: string;
  readonly traceId: string;

  constructor(operation: string, traceId: string, message: string, options?: ErrorOptions) {
    super(`${operation}: ${message}`, options);
    this.operation = operation;
    this.traceId = traceId;
  }
}

/** The connection could not be opened, broke, or ended before the answer was complete. */
export class ConnectionError extends TransportError {
  override readonly name = 'ConnectionError';
}

/** No complete answer arrived in time. */
export class TimeoutError extends TransportError {
  override readonly name = 'TimeoutError';
}
