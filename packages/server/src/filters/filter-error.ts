import type { ErrorId } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { errorIds } from '../kernel/errors/error-ids.js';

/** `unknown-field` is a dynamic field (`fields.<name>`) that does not exist or that the caller may not see. */
export type FilterProblem = 'unknown-key' | 'unknown-field' | 'malformed';

/**
 * A filter, sort, include or paging parameter says something that cannot be understood; the message is for the caller.
 */
export class FilterError extends Error {
  override readonly name = 'FilterError';
  constructor(
    readonly kind: FilterProblem,
    /** JSON pointer to the member to blame, e.g. `/filters/createdTs/gt`. */
    readonly pointer: string,
    message: string,
  ) {
    super(message);
  }
}

/** The catalogue entry each problem has in one operation. */
export type FilterErrorIds = { readonly [P in FilterProblem]: ErrorId };

/** getProcess (D15). */
export const processListErrorIds: FilterErrorIds = {
  'unknown-key': errorIds.unknownKey,
  'unknown-field': errorIds.unknownField,
  malformed: errorIds.invalidValue,
};

/** Operations that list 1232 but neither 1230 nor 1231. */
export const valueErrorIds: FilterErrorIds = {
  'unknown-key': errorIds.invalidValue,
  'unknown-field': errorIds.invalidValue,
  malformed: errorIds.invalidValue,
};

/** Operations that list none of them (D14). */
export const metaErrorIds: FilterErrorIds = {
  'unknown-key': errorIds.invalidRequest,
  'unknown-field': errorIds.invalidRequest,
  malformed: errorIds.invalidRequest,
};

/**
 * Runs a parser and turns its {@link FilterError} into the operation's own error.
 *
 * @throws CatalogueError of `ids`, with the member to blame; any other error as it is
 */
export function parsing<T>(ids: FilterErrorIds, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new CatalogueError(ids[error.kind], error.message, {
      errors: [{ pointer: error.pointer, detail: error.message }],
    });
  }
}
