import { type MillraceError, millraceError } from './errors.js';
import { retryAfterMs } from './retry-after.js';

const MAX_DETAIL_LENGTH = 300;

/** The error that a response other than 2xx stands for: its problem (D7), or the text of a proxy's page. */
export function errorOfResponse(response: Response, text: string, operation: string, traceId: string): MillraceError {
  const problem = parseObject(text);
  const { headers } = response;
  const { id, code, detail, errors, traceId: answered } = problem;
  return millraceError({
    operation,
    status: response.status,
    id: typeof id === 'number' ? id : undefined,
    code: typeof code === 'string' ? code : undefined,
    detail:
      typeof detail === 'string' ? detail : text.slice(0, MAX_DETAIL_LENGTH) || response.statusText || 'no detail',
    errors: Array.isArray(errors) ? errors.filter(isBlame) : [],
    traceId: typeof answered === 'string' ? answered : (headers.get('x-service-traceid') ?? traceId),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), headers.get('date'), Date.now()),
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isBlame = (value: unknown): value is { pointer: string; detail: string } =>
  isRecord(value) && typeof value.pointer === 'string' && typeof value.detail === 'string';
