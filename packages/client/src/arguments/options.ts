/**
 * Returns the bearer token of a request. It is called before every attempt, so it should cache its token. `rejected` is the
 * token that the service has just rejected with 1001, if there is one.
 */
export type TokenProvider = (context: { readonly rejected: string | undefined }) => string | Promise<string>;

/** Limits of calls. Each can be set for a client and for a single call. All times are in milliseconds. */
export interface Limits {
  /** Time for one attempt, including the answer. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Time for a call with all its attempts and waits. Default 120,000. */
  readonly totalTimeoutMs?: number | undefined;
  /** Attempts after the first one fails with a temporary error. Default 4; 0 turns retries off. */
  readonly retries?: number | undefined;
}

/** How a client signs in: with client credentials, with a token from elsewhere, or not at all (for `userLogin` alone). */
export type Credentials =
  | {
      readonly clientId: string;
      readonly clientSecret: string;
      /** Space-separated scopes to restrict the token to, e.g. `process.read file`. Default: all scopes of the client. */
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

/** Address, credentials and limits of a client. */
export type ClientOptions = Limits &
  Credentials & {
    /** Address of the service, e.g. `https://millrace.example.com`. A path before `/v1` is kept. */
    readonly url: string | URL;
    /** Used instead of the global `fetch`. */
    readonly fetch?: typeof fetch | undefined;
    /** Longest first wait between attempts in milliseconds, doubled for each further attempt. Default 200. */
    readonly retryBaseMs?: number | undefined;
    /** Longest wait between attempts in milliseconds, unless the service asks for a longer one. Default 10,000. */
    readonly retryMaxMs?: number | undefined;
  };

/** Options of a single call. */
export interface CallOptions extends Limits {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent as x-service-traceid: 1 to 128 visible ASCII characters. Default: a random id for each call. */
  readonly traceId?: string | undefined;
  /** Sent as Idempotency-Key. Default: a random key for each call, the same for all its attempts. Set it to make a call safe to repeat after a crash. */
  readonly idempotencyKey?: string | undefined;
  /** For updateProcessField: the version that the process must still have, otherwise the call throws PreconditionFailedError. */
  readonly ifMatch?: string | undefined;
}
