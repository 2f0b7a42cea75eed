import { PermanentFailure } from '../worker/job-failure.js';
import type { HandledJob } from '../worker/job-handler.js';
import { httpJobRequest } from './http-job-request.js';
import { bodyOf } from './outbound/response-body.js';
import type { OutboundRequest, OutboundResponse } from './outbound/send.js';
import { readRestAuthentication } from './rest-connector-authentication.js';
import type { SecretPlaces } from './secrets/used-secrets.js';
import { type Settings, settingsOf } from './settings.js';

/** What a job of the REST connector sends. */
export interface RestCall {
  /** With credentials, unless there is a token to fetch first. */
  readonly request: OutboundRequest;
  /** Asks for the bearer token of the request. */
  readonly tokenRequest: OutboundRequest | undefined;
  readonly followRedirects: boolean;
  readonly connectTimeoutMs: number;
  readonly readTimeoutMs: number;
  /** The body of the answer as a variable. */
  readBody(response: Pick<OutboundResponse, 'headers' | 'body'>): unknown;
}

/** Inputs that the connector reads, by the first part of their name. */
const INPUTS = [
  'url',
  'method',
  'headers',
  'queryParameters',
  'body',
  'authentication',
  'authenticationConfiguration',
  'clientTls',
  'connectionTimeoutInSeconds',
  'readTimeoutInSeconds',
  'followRedirects',
  'documentReturnFormat',
  'storeResponse',
  'ignoreNullValues',
  'skipEncoding',
];

const EXPRESSIONS = ['resultVariable', 'resultExpression', 'errorExpression', 'retryBackoff'];

const SENT = ['url', 'headers', 'queryParameters', 'body', 'authentication'];

/** Where secrets may be named. Expressions are evaluated here, so they may not. */
export const REST_SECRET_PLACES: SecretPlaces = {
  sent: SENT,
  kept: [...INPUTS.filter((name) => !SENT.includes(name)), ...EXPRESSIONS],
  headersAreSent: false,
};

const OF_TOKEN = ['oauthTokenEndpoint', 'clientId', 'clientSecret', 'scopes', 'audience'];

/** Whether the request for a token, and not the call itself, has what this input gives. */
export const isOfToken = (path: string): boolean =>
  OF_TOKEN.some((name) => path === `authentication.${name}` || path.startsWith(`authentication.${name}.`));

const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/**
 * Reads the inputs of a job of the REST connector. As there, they are variables; task headers say what to do with the answer.
 *
 * @param maximumMs longest timeout; longer ones, and 0 for none, are shortened to it
 * @throws PermanentFailure for inputs that cannot be sent; the message names the input and no values
 */
export function readRestCall(
  job: Pick<HandledJob, 'headers' | 'input' | 'type' | 'idempotencyKey'>,
  maximumMs: number,
): RestCall {
  const settings = settingsOf({ type: job.type, headers: {}, input: inputsOf(job) });
  refuseUnsupported(settings);
  // Encoded parts of an address always stay as they are.
  flag(settings, 'skipEncoding');
  const authentication = readRestAuthentication(settings, job);
  const method = (settings.text('method') ?? 'GET').toUpperCase();
  const body = WITH_BODY.includes(method) ? readBody(settings) : undefined;
  const headers = { ...settings.object('headers'), ...authentication.headers };
  const request = httpJobRequest(
    settingsOf({
      type: job.type,
      headers: {},
      input: {
        url: settings.value('url'),
        method,
        headers: body === undefined ? headers : withContentType(headers),
        queryParameters: { ...settings.object('queryParameters'), ...authentication.query },
        body,
      },
    }),
    job.idempotencyKey,
    { url: 'url', query: 'queryParameters' },
  );
  const milliseconds = (name: string) => readTimeout(settings, name, maximumMs);
  return {
    request,
    tokenRequest: authentication.tokenRequest,
    followRedirects: settings.value('followRedirects') === undefined || flag(settings, 'followRedirects'),
    connectTimeoutMs: milliseconds('connectionTimeoutInSeconds'),
    readTimeoutMs: milliseconds('readTimeoutInSeconds'),
    readBody: answerReader(settings),
  };
}

/** The inputs by name; members of contexts are named with dots, as in the template. */
function inputsOf({ input }: Pick<HandledJob, 'input'>): Readonly<Record<string, unknown>> {
  const inputs: Record<string, unknown> = {};
  for (const name of INPUTS) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    inputs[name] = value;
    if (!['authentication', 'documentReturnFormat', 'clientTls'].includes(name) || value === undefined) continue;
    if (value === null) continue;
    if (typeof value !== 'object' || Array.isArray(value)) throw new PermanentFailure(`"${name}" must be an object.`);
    for (const [member, inner] of Object.entries(value)) inputs[`${name}.${member}`] = inner;
  }
  return inputs;
}

function refuseUnsupported(settings: Settings): void {
  if (flag(settings, 'storeResponse') || settings.value('documentReturnFormat.choice') === 'DOCUMENT') {
    throw new PermanentFailure(
      'The response cannot be stored as a document. Turn off "Store response", or choose another response format.',
    );
  }
  if (settings.value('authenticationConfiguration') !== undefined) {
    throw new PermanentFailure(
      '"authenticationConfiguration": this server has no reusable credentials. Configure "authentication" in the task.',
    );
  }
  const tls = ['clientCertificate', 'clientPrivateKey', 'privateKeyPassword', 'trustedCertificate'];
  const given = tls.find((name) => settings.value(`clientTls.${name}`) !== undefined);
  if (given !== undefined)
    throw new PermanentFailure(`"clientTls.${given}": certificates of a task are not supported.`);
}

function flag(settings: Settings, name: string): boolean {
  const value = settings.value(name) ?? false;
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new PermanentFailure(`"${name}" must be true or false.`);
}

const SECONDS = /^\d{1,9}(\.\d{1,3})?$/;

function readTimeout(settings: Settings, name: string, maximumMs: number): number {
  const value = settings.value(name) ?? 20;
  const seconds = typeof value === 'string' && SECONDS.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds >= 0)) {
    throw new PermanentFailure(`"${name}" must be a number of seconds, or 0 for the longest time.`);
  }
  return seconds === 0 ? maximumMs : Math.min(maximumMs, seconds * 1000);
}

function readBody(settings: Settings): unknown {
  const body = settings.value('body');
  return flag(settings, 'ignoreNullValues') ? withoutNulls(body) : body;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutNulls(item)]));
}

/** The connector sends JSON unless the headers say otherwise, a text too. */
function withContentType(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [, type] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  if (type === undefined || type === null) return { ...headers, 'content-type': 'application/json' };
  if (String(type).toLowerCase().startsWith('multipart/')) {
    throw new PermanentFailure('"headers": the content type multipart/form-data is not supported.');
  }
  return headers;
}

function answerReader(settings: Settings): RestCall['readBody'] {
  const format = settings.text('documentReturnFormat.choice') ?? 'JSON';
  if (format === 'JSON') return (response) => parsed(bodyOf(response));
  if (format !== 'TEXT') throw new PermanentFailure('"documentReturnFormat.choice" must be JSON or TEXT.');
  const encoding = settings.text('documentReturnFormat.encoding') ?? 'UTF-8';
  try {
    const decoder = new TextDecoder(encoding);
    return ({ body }) => decoder.decode(body);
  } catch {
    throw new PermanentFailure('"documentReturnFormat.encoding" must name a character set such as UTF-8.');
  }
}

/** As in the connector, an object or a list in JSON is parsed whatever its content type. */
function parsed(body: unknown): unknown {
  if (typeof body !== 'string' || !/^\s*[{[]/.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
