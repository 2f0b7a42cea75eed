import { withFailures } from '../worker/job-failure.js';
import type { HandledJob, JobContext, JobHandler, JobResult } from '../worker/job-handler.js';
import { httpJobRequest } from './http-job-request.js';
import { createAddressGuard, type Resolve } from './outbound/address-guard.js';
import { nameOf } from './outbound/outbound-error.js';
import { bodyOf } from './outbound/response-body.js';
import type { OutboundResponse } from './outbound/send.js';
import { sendGuarded } from './outbound/send-guarded.js';
import { retryAfterMs } from './retry-after.js';
import type { OpenSecrets } from './secrets/open-secret.js';
import type { SecretPlaces } from './secrets/used-secrets.js';
import { type AttemptSecrets, withSecrets } from './secrets/with-secrets.js';
import { type Settings, settingsOf } from './settings.js';
import { statusSet } from './status-set.js';

const TIMEOUT_MS = 60_000;
const LARGEST_ANSWER = 1024 * 1024;
const RETRY_STATUSES = '408, 425, 429, 5xx';

const PLACES: SecretPlaces = {
  sent: ['url', 'query', 'headers', 'body'],
  kept: [
    'method',
    'resultVariable',
    'errorStatuses',
    'retryStatuses',
    'connectionTimeoutInSeconds',
    'readTimeoutInSeconds',
  ],
  headersAreSent: true,
};

/**
 * The job type `http`: calls a web service. docs/guide/job-types.md describes its settings.
 *
 * @param openSecrets reads the secrets that the diagram names
 * @param resolve how host names become addresses; default: as the operating system does
 */
export const httpJob = (openSecrets: OpenSecrets, resolve?: Resolve): JobHandler => ({
  type: 'http',
  timeoutMs: TIMEOUT_MS,
  run: withFailures(withSecrets(openSecrets, PLACES, (job, context, secrets) => call(job, context, secrets, resolve))),
});

async function call(
  job: HandledJob,
  context: JobContext,
  secrets: AttemptSecrets,
  resolve: Resolve | undefined,
): Promise<JobResult> {
  const settings = settingsOf(job);
  const request = httpJobRequest(settings, job.idempotencyKey);
  secrets.check(request);
  // Read before the call: a mistake here must not be found after the other system has done its work.
  const conclude = readConclusion(settings);
  const seconds = (name: string) => settings.seconds(name, 20, TIMEOUT_MS / 1000) * 1000;
  const guard = createAddressGuard({
    allowed: context.subProject.http.allowPrivateAddresses,
    log: context.log,
    ...(resolve === undefined ? {} : { resolve }),
  });
  const answer = await sendGuarded(request, guard, {
    keepBodyAtOrigin: secrets.areInBody,
    connectTimeoutMs: seconds('connectionTimeoutInSeconds'),
    readTimeoutMs: seconds('readTimeoutInSeconds'),
    maximumBytes: LARGEST_ANSWER,
    signal: context.signal,
  });
  const response = secrets.response(answer);
  context.log.debug(
    { job: job.key, run: job.runId, method: request.method, origin: nameOf(request.url), status: response.status },
    'an http job was answered',
  );
  return conclude(
    { ...response, body: () => secrets.value(bodyOf(response)) },
    `${request.method} ${nameOf(request.url)} answered ${response.status}`,
  );
}

/** The answer of a web service. */
export interface HttpAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: OutboundResponse['headers'];
  /** Reads the body. @throws PermanentFailure when it cannot be read */
  body(): unknown;
}

type Conclude = (response: HttpAnswer, what: string) => JobResult;

/** What an answer means: the diagram's error statuses come first, then those to retry, then success. */
export function readConclusion(settings: Settings): Conclude {
  const variable = settings.variable('resultVariable', 'response');
  const errors = settings.value('errorStatuses');
  const isError = errors === undefined ? () => false : statusSet('errorStatuses', errors);
  const isRetry = statusSet('retryStatuses', settings.value('retryStatuses') ?? RETRY_STATUSES);
  return (response, what) => {
    const { status, headers } = response;
    const variables = () => ({ [variable]: { status, headers, body: response.body() } });
    if (isError(status)) {
      return { outcome: 'error', code: `HTTP_${status}`, message: `${what}.`, variables: variables() };
    }
    if (isRetry(status)) {
      const wait = retryAfterMs(headers['retry-after'], Date.now());
      return { outcome: 'failed', message: `${what}.`, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
    }
    if (status >= 200 && status < 300) return { outcome: 'completed', variables: variables() };
    return {
      outcome: 'failed',
      message: `${what}. List the status under "errorStatuses" to handle it in the diagram, or under "retryStatuses".`,
      permanent: true,
    };
  };
}
