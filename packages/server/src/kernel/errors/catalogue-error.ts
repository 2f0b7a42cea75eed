import { type ErrorId, errorCatalogue } from '@millrace/contract';

/** One member of the request that is to blame. */
export interface Blame {
  /** JSON pointer into the request, e.g. `/updates/amount`. */
  readonly pointer: string;
  readonly detail: string;
}

/** Errors of OAuth 2 that a sign-in answers with beside the problem (D10): RFC 6749, 6750, 7591 and 8628. */
export type OauthError =
  | 'access_denied'
  | 'authorization_pending'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_token'
  | 'slow_down'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

export interface CatalogueErrorOptions {
  /** Overrides the status of the catalogue where a decision says so (D8). */
  readonly status?: number;
  readonly errors?: readonly Blame[];
  /** Seconds for a Retry-After header. */
  readonly retryAfter?: number;
  /** Only at sign-in: `error` of the token endpoint's answer. */
  readonly oauthError?: OauthError;
  readonly cause?: unknown;
}

/** The only error a use case raises on purpose: an entry of the catalogue with what was wrong and what would be right. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly status: number;
  readonly errors: readonly Blame[] | undefined;
  readonly retryAfter: number | undefined;
  readonly oauthError: OauthError | undefined;

  /**
   * @param id entry of the catalogue
   * @param detail one or two sentences for the person who called: what was wrong, where, what would be right
   */
  constructor(
    readonly id: ErrorId,
    readonly detail: string,
    options: CatalogueErrorOptions = {},
  ) {
    super(
      `${id} ${errorCatalogue[id].code}: ${detail}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.status = options.status ?? errorCatalogue[id].status;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.oauthError = options.oauthError;
  }
}
