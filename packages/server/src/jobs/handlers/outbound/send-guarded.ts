import { PermanentFailure } from '../../worker/job-failure.js';
import type { AddressGuard } from './address-guard.js';
import { nameOf, timedOut } from './outbound-error.js';
import { type OutboundRequest, type OutboundResponse, type SendOptions, send } from './send.js';
import { takeCredentials } from './take-credentials.js';

const MAXIMUM_REDIRECTS = 5;

/** What may follow a redirect to another origin: nothing that could be a credential, whatever its name. */
const HARMLESS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'user-agent',
]);

/** How to send; `followRedirects` is true by default. */
export type GuardedOptions = Omit<SendOptions, 'addresses'> & {
  readonly followRedirects?: boolean;
  /** Refuses a redirect that would send the body to another origin, because it has a secret. Default false. */
  readonly keepBodyAtOrigin?: boolean;
};

/**
 * Sends a request where the guard lets it go and follows up to 5 redirects, each of which the guard checks again.
 *
 * @returns the first answer that is no redirect, or the first one when redirects are not followed
 * @throws TemporaryFailure, PermanentFailure as `send` and the guard do; PermanentFailure for a redirect that must not be
 *   followed
 */
export async function sendGuarded(
  first: OutboundRequest,
  guard: AddressGuard,
  options: GuardedOptions,
): Promise<OutboundResponse> {
  let request = first;
  for (let redirects = 0; ; redirects += 1) {
    const addresses = await inTime(guard.vet(request.url), request.url, options);
    const response = await send(request, { ...options, addresses });
    const location = response.headers.location;
    if (options.followRedirects === false) return response;
    if (![301, 302, 303, 307, 308].includes(response.status) || location === undefined) return response;
    if (redirects === MAXIMUM_REDIRECTS) {
      throw new PermanentFailure(`${nameOf(first.url)} redirected more than ${MAXIMUM_REDIRECTS} times.`);
    }
    const next = redirected(request, response.status, location);
    if (options.keepBodyAtOrigin === true && next.body !== undefined && next.url.origin !== request.url.origin) {
      throw new PermanentFailure(
        `${nameOf(request.url)} redirected to ${nameOf(next.url)}. The body holds a secret and is not sent to another origin.`,
      );
    }
    request = next;
  }
}

/** RFC 9110, 15.4, and what browsers do: 301 and 302 turn POST into GET, 303 everything but HEAD. */
function redirected(request: OutboundRequest, status: number, location: string): OutboundRequest {
  const url = target(request.url, location);
  const toGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const kept = Object.entries(request.headers).filter(
    ([name]) => (url.origin === request.url.origin || HARMLESS.has(name)) && !(toGet && name.startsWith('content-')),
  );
  return {
    method: toGet ? 'GET' : request.method,
    url,
    headers: Object.fromEntries(kept),
    body: toGet ? undefined : request.body,
  };
}

function target(from: URL, location: string): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new PermanentFailure(`${nameOf(from)} redirected to something that is neither http nor https.`);
  }
  if (from.protocol === 'https:' && url.protocol === 'http:') {
    throw new PermanentFailure(`${nameOf(from)} redirected from https to http, which is not followed.`);
  }
  // Credentials in a redirect are the other side's idea.
  takeCredentials(url);
  return url;
}

/** Resolving a name cannot be cancelled, only no longer be waited for. */
async function inTime<T>(
  work: Promise<T>,
  url: URL,
  { connectTimeoutMs, signal }: Pick<SendOptions, 'connectTimeoutMs' | 'signal'>,
): Promise<T> {
  let stop: () => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    const give = () => reject(timedOut(url, 'connect', connectTimeoutMs));
    const timer = setTimeout(give, connectTimeoutMs);
    signal.addEventListener('abort', give, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
    };
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    stop();
  }
}
