import { type ErrorId, errorCatalogue } from '@millrace/contract';

/** One member of the request that is to blame. */
export interface Blame {
  /** JSON pointer into the request, e.g. `/updates/amount`. */
  readonly pointer: string;
  readonly detail: string;
}

export interface CatalogueErrorOptions {
  /** Overrides the status of the catalogue where a decision says so (D8). */
  readonly status?: number;
  readonly errors?: readonly Blame[];
  /** Seconds for a Retry-After header. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The only error a use case raises on purpose: an entry of the catalogue with what was wrong and what would be right. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly status: number;
  readonly errors: readonly Blame[] | undefined;
  readonly retryAfter: number | undefined;

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
  }
}
