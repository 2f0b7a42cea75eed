import { rowFilterOf } from '../../access/row-filter.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { sqlState, type Transaction } from '../../postgres/database.js';
import type { InboxScope } from './inbox-scopes.js';
import type { InboxSearch } from './read-inbox-search.js';

/** Milliseconds of one statement: enough for some hundred thousand tasks. */
const READING_MS = 5000;
const QUERY_CANCELED = '57014';

/** Whether a page may have to pass over tasks that do not fit or that the caller does not see. */
const mayPassOver = (scopes: readonly InboxScope[], { conditions }: InboxSearch): boolean =>
  scopes.some(({ tasks }) => rowFilterOf(tasks) !== undefined) ||
  Object.values(conditions).some((one) =>
    typeof one === 'object' && !Array.isArray(one)
      ? Object.values(one).some((end) => end !== undefined)
      : one !== undefined,
  );

/** Limits how long the statements of the transaction may look for tasks, where they may pass over many. */
export async function limitReading(
  tx: Transaction,
  scopes: readonly InboxScope[],
  search: InboxSearch,
  readingMs = READING_MS,
): Promise<void> {
  if (mayPassOver(scopes, search)) await tx.script(`set local statement_timeout = ${readingMs}`);
}

const help = 'Name sub-projects (subProjectIds) or times (dueTsFrom, dueTsTo), or leave out other conditions.';

/** What a request is told when that took too long; other errors as they are. */
export const asTooManyTasks = (error: unknown): unknown =>
  sqlState(error) === QUERY_CANCELED
    ? new CatalogueError(errorIds.invalidRequest, `More tasks would have to be read than one request may. ${help}`, {
        errors: [{ pointer: '', detail: help }],
        cause: error,
      })
    : error;
