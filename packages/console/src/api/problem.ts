import type { Problem } from '@millrace/contract';

/** An error answer of the server (RFC 9457), or the reason why there is none. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(
    readonly problem: Problem,
    /** Seconds after which the server wants to be asked again; undefined: it did not say. */
    readonly retryAfter?: number,
  ) {
    super(problem.detail);
  }

  get status(): number {
    return this.problem.status;
  }

  get code(): string {
    return this.problem.code;
  }
}

/** No answer came: the request may have been carried out or not. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export const isProblem = (error: unknown, code?: string): error is ProblemError =>
  error instanceof ProblemError && (code === undefined || error.code === code);

/** The session has ended, or there was none. */
export const isSignedOut = (error: unknown): boolean => error instanceof ProblemError && error.status === 401;

/** Another person has signed in in this browser than the one whose request it was. */
export const isOtherPerson = (error: unknown): boolean => isProblem(error, 'ERROR_OTHER_PERSON');

/** Whether the same request may succeed a moment later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ProblemError && [429, 502, 503, 504].includes(error.status));

/** Reads an error answer; a proxy in between may have written something else than a problem. */
export async function problemOf(answer: Response): Promise<ProblemError> {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const body: unknown = await answer.json().catch(() => undefined);
  const { status, statusText, headers } = answer;
  if (isProblemBody(body)) return new ProblemError({ ...body, status }, retryAfter);
  const title = statusText === '' ? `HTTP ${status}` : statusText;
  const traceId = headers.get('x-service-traceid') ?? '';
  return new ProblemError(
    { type: 'about:blank', title, status, detail: title, instance: '', code: `HTTP_${status}`, id: 0, traceId },
    retryAfter,
  );
}

const isProblemBody = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
