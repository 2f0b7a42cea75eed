import { validateHeaderName, validateHeaderValue } from 'node:http';
import { PermanentFailure } from '../worker/job-failure.js';
import type { OutboundRequest } from './outbound/send.js';
import { takeCredentials } from './outbound/take-credentials.js';
import type { Settings } from './settings.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** They announce a body even when it is empty. */
const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** They steer the connection or which server answers, so they are not the diagram's to set. */
const RESERVED = /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/;

/** Settings that other job types name differently. */
export interface RequestNames {
  readonly url: string;
  readonly query: string;
}

const NAMES: RequestNames = { url: 'url', query: 'query' };

/**
 * The request an http job asks for.
 *
 * @throws PermanentFailure for settings no request can be made of; the message names the setting and no values
 */
export function httpJobRequest(settings: Settings, idempotencyKey: string, names = NAMES): OutboundRequest {
  const method = (settings.text('method') ?? 'GET').toUpperCase();
  if (!METHODS.includes(method)) throw new PermanentFailure(`"method" must be one of ${METHODS.join(', ')}.`);
  const { url, credentials } = readUrl(settings, names);
  const given = readHeaders(settings.object('headers'));
  const body = encode(settings.value('body'), given['content-type']);
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw new PermanentFailure(`A ${method} request has no body: set "method", or map the inputs without "body".`);
  }
  const length = body?.bytes.length ?? (WITH_BODY.includes(method) ? 0 : undefined);
  return {
    method,
    url,
    body: body?.bytes,
    headers: {
      accept: 'application/json, */*;q=0.5',
      'user-agent': 'Millrace',
      'accept-encoding': 'identity',
      'idempotency-key': idempotencyKey,
      ...(credentials === undefined ? {} : { authorization: credentials }),
      ...(body === undefined ? {} : { 'content-type': body.type }),
      ...given,
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    },
  };
}

function readUrl(settings: Settings, names: RequestNames): { url: URL; credentials: string | undefined } {
  const text = settings.requiredText(names.url);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new PermanentFailure(`"${names.url}" must be an absolute http or https address.`);
  }
  for (const [name, value] of Object.entries(settings.object(names.query))) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null) url.searchParams.append(name, scalar(names.query, name, item));
    }
  }
  return { url, credentials: takeCredentials(url) };
}

function readHeaders(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue;
    const field = scalar('headers', name, value);
    try {
      validateHeaderName(name);
      validateHeaderValue(name, field);
    } catch {
      throw new PermanentFailure(`"headers" holds ${JSON.stringify(name)}, whose name or value no header can have.`);
    }
    if (RESERVED.test(name.toLowerCase())) throw new PermanentFailure(`"headers" must not hold "${name}".`);
    headers[name.toLowerCase()] = field;
  }
  return headers;
}

function scalar(setting: string, name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new PermanentFailure(`"${setting}": the value of ${JSON.stringify(name)} must be a string, number or boolean.`);
}

const FORM = 'application/x-www-form-urlencoded';

/** Text goes as it is, anything else as JSON, or as a form when the content type says so. */
function encode(value: unknown, contentType: string | undefined): { bytes: Buffer; type: string } | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return { bytes: Buffer.from(value), type: 'text/plain; charset=utf-8' };
  if (contentType?.toLowerCase().startsWith(FORM) && typeof value === 'object' && value !== null) {
    const form = new URLSearchParams();
    for (const [name, item] of Object.entries(value)) {
      if (item !== null) form.append(name, scalar('body', name, item));
    }
    return { bytes: Buffer.from(form.toString()), type: FORM };
  }
  return { bytes: Buffer.from(JSON.stringify(value)), type: 'application/json' };
}
