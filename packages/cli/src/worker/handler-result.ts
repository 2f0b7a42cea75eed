import { BpmnError, JobFailure } from '@millrace/client';
import type { HandlerEnd } from './handler-process.js';

/**
 * Exit codes of a handler; docs/guide/workers.md documents them. 75 is EX_TEMPFAIL of sysexits.h. 80 and 81 are used neither
 * by sysexits.h nor by shells nor by the run-time systems of common languages for their own failures.
 */
export const handlerExitCodes = Object.freeze({
  done: 0,
  tryLater: 75,
  bpmnError: 80,
  giveUp: 81,
  /** Shells: the command cannot be executed, or does not exist. */
  notExecutable: 126,
  notFound: 127,
});

/** The command cannot be run at all, so every job would fail. */
export class HandlerNotRunnable extends Error {
  override readonly name = 'HandlerNotRunnable';
}

const TRY_LATER_MS = 30_000;
const MAX_RETRY_AFTER_MS = 86_400_000;

/** What a handler may print beside an exit code other than 0. */
interface Failure {
  readonly message?: unknown;
  readonly errorCode?: unknown;
  readonly variables?: unknown;
  readonly retryAfterMs?: unknown;
}

/** What the result of a handler depends on besides its end. */
export interface HandlerContext {
  /** Attempts that the job has left, including this one. */
  readonly attempts: number;
  readonly timeoutMs: number;
  readonly maxOutput: number;
  /** The last line of standard error: the message of a failure that prints none. */
  readonly lastErrorLine: string;
  readonly mask: (text: string) => string;
}

/**
 * The variables of a handler that is done.
 *
 * @throws BpmnError or JobFailure, which say how the job ends; HandlerNotRunnable
 */
export function variablesOf(
  { exitCode, stdout, endedFor }: HandlerEnd,
  { attempts, timeoutMs, maxOutput, lastErrorLine, mask }: HandlerContext,
): object | undefined {
  if (endedFor === 'timeout') throw new JobFailure(`The handler took longer than ${timeoutMs / 1000} s`);
  if (endedFor === 'output') throw new JobFailure(`The handler printed more than ${maxOutput} bytes`);
  if (endedFor === 'stop') throw givenBack('The worker stopped before the handler was done', attempts);
  if (exitCode === handlerExitCodes.done) return resultOf(stdout);
  if (exitCode === handlerExitCodes.notExecutable || exitCode === handlerExitCodes.notFound) {
    throw new HandlerNotRunnable(`exit code ${exitCode}: ${lastErrorLine || 'the command cannot be run'}`);
  }
  const printed = objectIn(stdout);
  const failure: Failure = printed ?? {};
  const ended = exitCode === undefined ? 'The handler was ended by a signal' : `The handler ended with ${exitCode}`;
  const message = mask(textOf(failure.message) ?? (lastErrorLine === '' ? ended : `${ended}: ${lastErrorLine}`));
  switch (exitCode) {
    case handlerExitCodes.bpmnError: {
      const errorCode = textOf(failure.errorCode);
      if (errorCode !== undefined) throw new BpmnError(errorCode, message, objectOf(failure.variables));
      throw new JobFailure(
        `The handler ended with ${exitCode}, a BPMN error, but did not print {"errorCode": "…"} to standard output`,
      );
    }
    case handlerExitCodes.tryLater:
      throw new JobFailure(message, { retries: attempts, retryBackOffMs: retryAfterMs(failure.retryAfterMs) });
    case handlerExitCodes.giveUp:
      throw new JobFailure(message, { retries: 0 });
    default:
      throw new JobFailure(message);
  }
}

/** Ends the job for this worker without counting the attempt: other workers get it at once. */
export const givenBack = (message: string, attempts: number): JobFailure =>
  new JobFailure(message, { retries: attempts, retryBackOffMs: 0 });

function resultOf(stdout: string): object | undefined {
  if (stdout.trim() === '') return undefined;
  const result = objectIn(stdout);
  if (result === undefined) throw new JobFailure('The standard output of the handler is not a JSON object');
  return result;
}

function objectIn(text: string): object | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const objectOf = (value: unknown): object | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function retryAfterMs(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0)) return TRY_LATER_MS;
  return Math.round(Math.min(value, MAX_RETRY_AFTER_MS));
}
