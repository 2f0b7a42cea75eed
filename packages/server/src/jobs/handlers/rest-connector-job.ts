import { REST_CONNECTOR } from '../../sub-projects/document/model/rest-connector.js';
import { PermanentFailure, TemporaryFailure, withFailures } from '../worker/job-failure.js';
import type { HandledJob, JobContext, JobHandler, JobResult } from '../worker/job-handler.js';
import { createAddressGuard, type Resolve } from './outbound/address-guard.js';
import { nameOf } from './outbound/outbound-error.js';
import { bodyOf } from './outbound/response-body.js';
import type { OutboundRequest, OutboundResponse } from './outbound/send.js';
import { sendGuarded } from './outbound/send-guarded.js';
import { isOfToken, REST_SECRET_PLACES, readRestCall } from './rest-connector-call.js';
import { readRestConclusion } from './rest-connector-conclusion.js';
import type { OpenSecrets } from './secrets/open-secret.js';
import { type AttemptSecrets, withSecrets } from './secrets/with-secrets.js';

const TIMEOUT_MS = 60_000;
const LARGEST_ANSWER = 1024 * 1024;

/** What Camunda's connector calls a request that got no answer. */
const NO_ANSWER = '408';

/** Sends a request; the options may only narrow what the job says. */
type Send = (request: OutboundRequest, followRedirects: boolean) => Promise<OutboundResponse>;

/**
 * The job type of Camunda's REST connector: element templates of the connector run as they are. It sends as the job type `http`
 * does, guarded and limited. docs/guide/job-types.md describes its inputs.
 *
 * @param openSecrets reads the secrets that the diagram names
 * @param resolve how host names become addresses; default: as the operating system does
 */
export const restConnectorJob = (openSecrets: OpenSecrets, resolve?: Resolve): JobHandler => ({
  type: REST_CONNECTOR,
  timeoutMs: TIMEOUT_MS,
  run: withFailures(
    withSecrets(openSecrets, REST_SECRET_PLACES, (job, context, secrets) => run(job, context, secrets, resolve)),
  ),
});

async function run(
  job: HandledJob,
  context: JobContext,
  secrets: AttemptSecrets,
  resolve: Resolve | undefined,
): Promise<JobResult> {
  const call = readRestCall(job, TIMEOUT_MS);
  secrets.check(call.request, (path) => !isOfToken(path));
  if (call.tokenRequest !== undefined) secrets.check(call.tokenRequest, isOfToken);
  // Read before the call: a mistake here must not be found after the other system has done its work.
  const conclusion = readRestConclusion(job);
  const guard = createAddressGuard({
    allowed: context.subProject.http.allowPrivateAddresses,
    log: context.log,
    ...(resolve === undefined ? {} : { resolve }),
  });
  const send: Send = (request, followRedirects) =>
    sendGuarded(request, guard, {
      followRedirects,
      keepBodyAtOrigin: secrets.areInBody,
      connectTimeoutMs: call.connectTimeoutMs,
      readTimeoutMs: call.readTimeoutMs,
      maximumBytes: LARGEST_ANSWER,
      signal: context.signal,
    });
  try {
    const token = call.tokenRequest === undefined ? undefined : await fetchToken(call.tokenRequest, send);
    if (typeof token === 'object') {
      const headers = secrets.value(token.headers) as OutboundResponse['headers'];
      return conclusion({ ...token, headers }, nameToken(call.tokenRequest, token.status));
    }
    if (token !== undefined) secrets.hide(token, 'access_token');
    const authorized = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { request } = call;
    const response = secrets.response(
      await send({ ...request, headers: { ...request.headers, ...authorized } }, call.followRedirects),
    );
    const { status, reason, headers } = response;
    context.log.debug(
      { job: job.key, run: job.runId, method: request.method, origin: nameOf(request.url), status },
      'a REST connector job was answered',
    );
    const what = `${request.method} ${nameOf(request.url)} answered ${status}`;
    return conclusion({ status, reason, headers, body: secrets.value(call.readBody(response)) }, what);
  } catch (error) {
    if (!(error instanceof TemporaryFailure)) throw error;
    return conclusion({ code: NO_ANSWER, message: error.message }, error.message.replace(/\.$/, ''));
  }
}

const nameToken = (request: OutboundRequest | undefined, status: number): string =>
  `The token endpoint ${request === undefined ? '' : nameOf(request.url)} answered ${status}`;

/** The answer when it is not a token: how it was refused. */
async function fetchToken(request: OutboundRequest, send: Send) {
  // A redirect could carry the client secret to another server.
  const { status, reason, headers, body } = await send(request, false);
  if (status >= 400) return { status, reason, headers, body: null };
  const answer = bodyOf({ headers, body });
  const token =
    typeof answer === 'object' && answer !== null && 'access_token' in answer ? answer.access_token : undefined;
  if (status < 300 && typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new PermanentFailure(`${nameToken(request, status)} without a usable "access_token" in JSON.`);
}
