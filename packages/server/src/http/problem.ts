import { errorCatalogue, type Problem } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import { invalidRequest, invalidValue } from '../kernel/errors/request-errors.js';
import {
  bodyTooLarge,
  databaseUnavailable,
  internalError,
  malformedJson,
  routeNotFound,
  tooManyRequests,
  unsupportedMediaType,
} from '../kernel/errors/service-errors.js';
import { ShareExceededError } from '../kernel/request-scope.js';
import { DatabaseUnavailableError } from '../postgres/database.js';
import { type AjvError, validationFindings } from './validation-findings.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** What a request without a valid token is answered with (RFC 6750). */
export const BEARER_CHALLENGE = 'Bearer realm="millrace", error="invalid_token"';

/** Where a problem came up. */
export interface ProblemContext {
  readonly traceId: string;
  /** Path of the request, without its query. */
  readonly path: string;
  /** Whether the operation lists 1232, which then stands for wrong types too (D14). */
  readonly listsInvalidValue: boolean;
}

/** The body of an error answer (D7). */
export function renderProblem(error: CatalogueError, context: ProblemContext): Problem {
  const { code, title } = errorCatalogue[error.id];
  return {
    type: `/docs#error-${error.id}`,
    title,
    status: error.status,
    detail: error.detail,
    instance: context.path,
    code,
    id: error.id,
    traceId: context.traceId,
    ...(error.errors ? { errors: error.errors.map(({ pointer, detail }) => ({ pointer, detail })) } : {}),
    ...(error.oauthError ? { error: error.oauthError, error_description: error.detail } : {}),
  };
}

/** Headers that belong to an error answer. */
export function problemHeaders(error: CatalogueError): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': PROBLEM_MEDIA_TYPE, 'cache-control': 'no-store' };
  if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter);
  if (error.id === errorIds.unauthenticated) headers['www-authenticate'] = BEARER_CHALLENGE;
  if (error.id === errorIds.invalidClient) headers['www-authenticate'] = 'Basic realm="millrace"';
  return headers;
}

/** Any error as one of the catalogue: ours as it is, Fastify's by its code, everything else 1000 without detail (D9). */
export function toCatalogueError(error: unknown, context: ProblemContext): CatalogueError {
  if (error instanceof CatalogueError) return error;
  if (error instanceof ShareExceededError) return tooManyRequests(error);
  if (error instanceof DatabaseUnavailableError) {
    return databaseUnavailable(error);
  }
  if (isRecord(error)) {
    if (Array.isArray(error.validation)) return fromValidation(error, context);
    const known = typeof error.code === 'string' ? fastifyErrors[error.code] : undefined;
    if (known) return known();
    if (error instanceof SyntaxError && error.statusCode === 400) return malformedJson(MALFORMED);
    if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) {
      return invalidRequest('The request could not be read. Compare it with /openapi.json.');
    }
  }
  return internalError(error);
}

const MALFORMED = 'The body is not well-formed JSON, or has a member named __proto__.';
const NOT_JSON = 'Send the body as `Content-Type: application/json`.';

/** Errors of Fastify by their code. */
const fastifyErrors: Record<string, (() => CatalogueError) | undefined> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => malformedJson(MALFORMED),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalidRequest('The body is empty; send a JSON object.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => bodyTooLarge('The body exceeds the limit of this operation.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedMediaType(NOT_JSON),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => malformedJson('The body is shorter or longer than Content-Length says.'),
  FST_ERR_CTP_INVALID_TYPE: () => unsupportedMediaType(NOT_JSON),
  FST_ERR_BAD_URL: () => routeNotFound('The path is not a valid URL path.'),
  FST_ERR_NOT_FOUND: () => routeNotFound('No operation has this method and path.'),
};

/** What Ajv found, as 1200 or 1232 (D14): absent or empty is 1200, a wrong type or value 1232 where it is listed. */
function fromValidation(error: Record<string, unknown>, context: ProblemContext): CatalogueError {
  const found = validationFindings(error.validation as readonly AjvError[]).slice(0, 20);
  const missing = found.some((item) => item.missing);
  const raise = missing || !context.listsInvalidValue ? invalidRequest : invalidValue;
  return raise(
    found.map((item) => `${item.pointer || 'The request'}: ${item.detail}`).join(' '),
    found.map(({ pointer, detail }) => ({ pointer, detail })),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
