import { STATUS_CODES } from 'node:http';
import { messageOf } from '../../jobs/handlers/email-job.js';
import { readConclusion } from '../../jobs/handlers/http-job.js';
import { httpJobRequest } from '../../jobs/handlers/http-job-request.js';
import { readRestCall } from '../../jobs/handlers/rest-connector-call.js';
import { readRestConclusion } from '../../jobs/handlers/rest-connector-conclusion.js';
import { settingsOf } from '../../jobs/handlers/settings.js';
import { PermanentFailure } from '../../jobs/worker/job-failure.js';
import type { JobResult } from '../../jobs/worker/job-handler.js';
import { REST_CONNECTOR } from '../../sub-projects/document/model/rest-connector.js';
import type { MockedResult } from '../model/mock-schema.js';
import type { WaitingJob } from './simulated-run.js';

/** A result of a job as a mock or a step gives it. */
export type GivenResult = Omit<MockedResult, 'wait'>;

const LONGEST_MS = 60_000;
const SENDER_HOST = 'example.com';

/**
 * What a handler reports when the outside answers as given. The settings of built-in jobs are read by the handlers' own code,
 * so what the server would refuse is refused here. Nothing leaves the machine.
 *
 * @throws Error when the given result does not fit the type of the job
 */
export function attempt(job: WaitingJob, given: GivenResult): JobResult {
  try {
    const read = readSettings(job);
    if (given.respond !== undefined) {
      if (read.conclude === undefined)
        throw new Error(`"respond" is for http and REST connector jobs; this is a job of type "${job.type}"`);
      return read.conclude(given.respond);
    }
    if (given.fail !== undefined) return { outcome: 'failed', message: given.fail };
    if (given.error !== undefined) return errorOf(given.error);
    return { outcome: 'completed', variables: given.complete ?? read.usual ?? {} };
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error;
    return { outcome: 'failed', message: error.message, permanent: true };
  }
}

interface ReadSettings {
  /** Result of a success that says no more. */
  readonly usual?: Readonly<Record<string, unknown>>;
  readonly conclude?: (response: NonNullable<GivenResult['respond']>) => JobResult;
}

/** @throws PermanentFailure for settings that the handler of the type refuses */
function readSettings(job: WaitingJob): ReadSettings {
  const { type } = job;
  const settings = settingsOf({ type, headers: job.headers ?? {}, input: { ...job.payload } });
  switch (type) {
    case 'http': {
      const request = httpJobRequest(settings, job.id);
      const conclude = readConclusion(settings);
      const what = `${request.method} ${request.url.origin}`;
      return {
        conclude: ({ status, headers, body = null }) =>
          conclude({ status, headers: inLowerCase(headers), body: () => body }, `${what} answered ${status}`),
      };
    }
    case REST_CONNECTOR: {
      const handled = { type, headers: job.headers ?? {}, input: { ...job.payload } };
      const { request } = readRestCall({ ...handled, idempotencyKey: job.id }, LONGEST_MS);
      const conclude = readRestConclusion({ ...handled, retries: job.retries });
      const what = `${request.method} ${request.url.origin}`;
      return {
        conclude: ({ status, headers, body = null }) =>
          conclude(
            { status, reason: STATUS_CODES[status] ?? '', headers: inLowerCase(headers), body },
            `${what} answered ${status}`,
          ),
      };
    }
    case 'email': {
      const { to, cc, bcc } = messageOf(settings);
      const accepted = [...to, ...cc, ...bcc].map(({ address }) => address);
      const messageId = `<${job.id}@${SENDER_HOST}>`;
      return { usual: { [settings.variable('resultVariable', 'email')]: { messageId, accepted, rejected: [] } } };
    }
    case 'event':
      settings.requiredText('name');
      return {};
    default:
      return {};
  }
}

const inLowerCase = (headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function errorOf(error: NonNullable<GivenResult['error']>): JobResult {
  if (typeof error === 'string') return { outcome: 'error', code: error, message: '' };
  const { code, message = '', variables } = error;
  return { outcome: 'error', code, message, ...(variables === undefined ? {} : { variables }) };
}
