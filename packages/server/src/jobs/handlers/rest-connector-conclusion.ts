import {
  type ConnectorExpression,
  compileConnectorExpression,
  ExpressionError,
  ExpressionSyntaxError,
  parseDuration,
} from '@millrace/engine';
import { PermanentFailure } from '../worker/job-failure.js';
import type { HandledJob, JobResult } from '../worker/job-handler.js';
import { retryAfterMs } from './retry-after.js';
import { type Settings, settingsOf } from './settings.js';

/** The answer of a web service. */
export interface RestAnswer {
  readonly status: number;
  readonly reason: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Why there is no answer. */
export interface RestError {
  readonly code: string;
  readonly message: string;
}

/** @param what the request and how it ended, for messages: a sentence without its full stop */
type Conclude = (ended: RestAnswer | RestError, what: string) => JobResult;

const LARGEST_RETRIES = 1000;

/**
 * Reads the task headers that say what an answer means: `errorExpression` first, then statuses from 400 and missing answers fail,
 * else `resultVariable` and `resultExpression` make variables.
 *
 * @throws PermanentFailure for headers that cannot be read
 */
export function readRestConclusion(job: Pick<HandledJob, 'headers' | 'type' | 'retries'>): Conclude {
  const settings = settingsOf({ type: job.type, headers: job.headers, input: {} });
  const variable =
    settings.value('resultVariable') === undefined ? undefined : settings.variable('resultVariable', 'response');
  const resultExpression = readExpression(settings, 'resultExpression');
  const errorExpression = readExpression(settings, 'errorExpression');
  const retryBackoff = milliseconds('retryBackoff', settings.value('retryBackoff'));

  const variablesOf = (answer: RestAnswer): Readonly<Record<string, unknown>> => ({
    ...(variable === undefined ? {} : { [variable]: answer }),
    ...(resultExpression === undefined ? undefined : resultExpression({ ...answer, response: answer })),
  });

  return (ended, what) => {
    const answer = 'status' in ended ? ended : undefined;
    const error = errorOf(ended);
    const scope = error === undefined ? { ...answer, response: answer } : { error, response: { error } };
    const examined = errorExpression?.({ ...scope, job: { retries: job.retries } });
    const given = examined === undefined ? undefined : givenResult(examined, job.retries);
    if (given !== undefined) return given;
    if (answer !== undefined && error === undefined) return { outcome: 'completed', variables: variablesOf(answer) };
    const wait = retryBackoff ?? retryAfterMs(answer?.headers['retry-after'], Date.now());
    return { outcome: 'failed', message: `${what}.`, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  };
}

/** What the variable `error` holds; undefined when nothing went wrong. */
function errorOf(ended: RestAnswer | RestError) {
  if (!('status' in ended)) return ended;
  if (ended.status < 400) return undefined;
  const { status, reason } = ended;
  return { code: String(status), message: reason || `HTTP ${status}`, variables: { response: ended } };
}

type Evaluate = (scope: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined;

/** Compiles a header; the evaluation gives a context, or undefined for null. */
function readExpression(settings: Settings, name: string): Evaluate | undefined {
  const source = settings.text(name);
  if (source === undefined || source.trim() === '') return undefined;
  const expression = compiled(name, source);
  return (scope) => {
    const value = evaluated(name, () => expression(scope, new Date()));
    if (value === null) return undefined;
    if (typeof value === 'object' && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
    throw new PermanentFailure(`"${name}" must give a context or null.`);
  };
}

function compiled(name: string, source: string): ConnectorExpression {
  try {
    return compileConnectorExpression(source);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) throw new PermanentFailure(`"${name}": ${error.message}`);
    throw error;
  }
}

function evaluated<T>(name: string, evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof ExpressionError) throw new PermanentFailure(`"${name}": ${error.message}`);
    throw error;
  }
}

/** As in Camunda, a context with a code is a BPMN error also without `bpmnError`, and a context without one means no error. */
function givenResult(given: Readonly<Record<string, unknown>>, retriesBefore: number): JobResult | undefined {
  const { errorType, code, message, variables } = given;
  const text = typeof message === 'string' ? message : '';
  if (errorType === 'jobError') {
    const retries = Math.min(LARGEST_RETRIES, Math.trunc(Number(given.retries)) || 0);
    if (retries <= 0) return { outcome: 'failed', message: text, permanent: true };
    const wait = milliseconds('errorExpression', given.timeout);
    const changed = retries === retriesBefore - 1 ? {} : { retries };
    return { outcome: 'failed', message: text, ...changed, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  }
  if (typeof code !== 'string' || code === '') return undefined;
  const isObject = typeof variables === 'object' && variables !== null && !Array.isArray(variables);
  return { outcome: 'error', code, message: text, ...(isObject ? { variables: { ...variables } } : {}) };
}

/** Undefined for no duration and for zero: then the delays grow as those of every job. */
function milliseconds(name: string, duration: unknown): number | undefined {
  if (duration === undefined || duration === null) return undefined;
  const parsed = evaluated(name, () => parseDuration(String(duration)));
  if (parsed.months !== 0 || parsed.milliseconds < 0) {
    throw new PermanentFailure(`"${name}" must have a duration in days or less, such as PT30S or P1D.`);
  }
  return parsed.milliseconds === 0 ? undefined : parsed.milliseconds;
}
