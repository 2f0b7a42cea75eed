import type { TokenProvider } from './token-source.js';

/** Bounds of calls; each can be set for a client and for a single call. All times in milliseconds. */
export interface Limits {
  /** Time for one attempt, answer included; default 30 s. */
  readonly timeoutMs?: number | undefined;
  /** Time for a call with all its attempts and waits; default 120 s. */
  readonly totalTimeoutMs?: number | undefined;
  /** Further attempts after the first one fails for a reason that may pass; default 4. 0 never retries. */
  readonly retries?: number | undefined;
}

/** How a client signs in: with client credentials, with a token from elsewhere, or not at all (for `userLogin` alone). */
export type Credentials =
  | {
      readonly clientId: string;
      readonly clientSecret: string;
      /** Narrows the token, e.g. `process.read file` (D10). */
      readonly scope?: string | undefined;
      readonly token?: never;
    }
  | {
      readonly token: string | TokenProvider;
      readonly clientId?: never;
      readonly clientSecret?: never;
      readonly scope?: never;
    }
  | { readonly token?: never; readonly clientId?: never; readonly clientSecret?: never; readonly scope?: never };

/** Where a client connects to, as whom, and the bounds of its calls. */
export type ClientOptions = Limits &
  Credentials & {
    /** Where the service is, e.g. `https://millrace.example.com`; a path before `/v1` is kept. */
    readonly url: string | URL;
    /** Used instead of the global `fetch`. */
    readonly fetch?: typeof fetch | undefined;
    /** Bound of the first wait between attempts, doubled for each further one; default 200. */
    readonly retryBaseMs?: number | undefined;
    /** Longest wait between attempts unless the service asks for more; default 10 s. */
    readonly retryMaxMs?: number | undefined;
  };

/** What can be said about a single call. */
export interface CallOptions extends Limits {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent as x-service-traceid: 1 to 128 visible ASCII characters (D6). Default: a random one per call. */
  readonly traceId?: string | undefined;
  /** Default: a random one per call, the same for all its attempts (D27). Name one to make a call safe to repeat after a crash. */
  readonly idempotencyKey?: string | undefined;
  /** Version that the process must still have (updateProcessField, D17); else PreconditionFailedError. */
  readonly ifMatch?: string | undefined;
}
