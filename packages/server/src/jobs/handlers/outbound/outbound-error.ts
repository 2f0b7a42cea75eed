import { PermanentFailure, TemporaryFailure } from '../../worker/job-failure.js';

/**
 * How addresses are named in messages: a path, a query or credentials may be secrets, scheme, host and port are not.
 */
export const nameOf = (url: URL): string => url.origin;

/** A request that got no usable answer: the same request may get one later. */
export const unreachable = (url: URL, error: unknown): TemporaryFailure =>
  new TemporaryFailure(`${nameOf(url)} could not be reached (${codeOf(error)}).`, { cause: error });

export const timedOut = (url: URL, phase: 'connect' | 'answer', ms: number): TemporaryFailure =>
  new TemporaryFailure(
    phase === 'connect'
      ? `${nameOf(url)} could not be connected to within ${ms / 1000} seconds.`
      : `${nameOf(url)} was silent for ${ms / 1000} seconds.`,
  );

export const tooLarge = (url: URL, bytes: number): PermanentFailure =>
  new PermanentFailure(`${nameOf(url)} answered with more than ${bytes} bytes.`);

/** The system's code, e.g. ECONNREFUSED; messages of the system may quote what was sent. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown error';
}
