import type { Log } from '../../../kernel/log.js';
import { createAddressGuard } from './address-guard.js';
import type { OutboundResponse } from './send.js';
import { sendGuarded } from './send-guarded.js';

/** What {@link createGuardedFetch} sends. */
export interface GuardedInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

export interface GuardedFetchOptions {
  readonly log: Log;
  /** A sentence for the operator that says how to allow a private host. */
  readonly advice: string;
  /** Makes the error that is thrown when there is no answer, from a sentence that shows no more than the origin. */
  readonly failed: (message: string, cause: unknown) => Error;
}

/** Of documents such as those of discovery, sets of keys and tokens. */
const MAXIMUM_BYTES = 1024 * 1024;
const CONNECT_MS = 5000;
const READ_MS = 10_000;

/**
 * `fetch` for libraries that take one: it sends where the guard lets it go, follows no redirect and reads 1 MiB at most.
 *
 * @returns a function that takes the private hosts, addresses and ranges that this request may reach
 */
export function createGuardedFetch({ log, advice, failed }: GuardedFetchOptions) {
  return async (url: string, init: GuardedInit, allowed: readonly string[]): Promise<Response> => {
    const { method, headers, body, signal } = init;
    try {
      const request = {
        method,
        url: new URL(url),
        headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        body: body === undefined ? undefined : Buffer.from(body),
      };
      const options = {
        connectTimeoutMs: CONNECT_MS,
        readTimeoutMs: READ_MS,
        maximumBytes: MAXIMUM_BYTES,
        followRedirects: false,
        signal,
      };
      return responseOf(await sendGuarded(request, createAddressGuard({ allowed, log, advice }), options));
    } catch (error) {
      throw failed(error instanceof Error ? error.message : String(error), error);
    }
  };
}

/** Statuses that RFC 9110 gives no content; `Response` refuses one. */
const EMPTY = [204, 205, 304];

const responseOf = ({ status, reason, headers, body }: OutboundResponse): Response =>
  new Response(EMPTY.includes(status) ? null : new Uint8Array(body), { status, statusText: reason, headers });
