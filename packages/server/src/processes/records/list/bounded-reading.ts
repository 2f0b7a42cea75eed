import { CatalogueError } from '../../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { type Database, type Queryable, sqlState, transaction } from '../../../postgres/database.js';
import type { ListPlan } from './list-plan.js';

/** Enough for some million processes. */
const READING_MS = 5000;

/**
 * Reads what a list plan asks for. Where many processes may have to be read, it may take only so long, and reads one instant.
 *
 * @param readingMs how long the database may read for one request
 * @param advice what to do when it takes longer, where what the plan says does not help
 * @throws CatalogueError 1232 when it takes longer, which names the fields to index; 1010 when what counters answer is
 * cancelled because it took longer than any statement may
 */
export async function boundedReading<T>(
  db: Database,
  plan: ListPlan,
  read: (reader: Queryable) => Promise<T>,
  readingMs = READING_MS,
  advice?: string,
): Promise<T> {
  try {
    return await (plan.mayScan ? readOneInstant(db, read, readingMs) : read(db));
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    throw plan.mayScan ? tooMany(advice ?? adviceOf(plan), error) : notCountedYet(error);
  }
}

/** Reads one instant; each statement may take only so long. */
export const readOneInstant = <T>(
  db: Database,
  read: (reader: Queryable) => Promise<T>,
  readingMs = READING_MS,
): Promise<T> =>
  transaction(
    db,
    async (tx) => {
      await tx.script(`set local statement_timeout = ${Math.ceil(readingMs)}`);
      return read(tx);
    },
    { readOnly: true, isolation: 'repeatable read' },
  );

/** Whether the database cancelled a statement because it took longer than it may. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === QUERY_CANCELED;

const QUERY_CANCELED = '57014';

/**
 * Lists that counters answer take this long only until the counters are built, or while another session locks the
 * table.
 */
const notCountedYet = (cause: unknown): CatalogueError =>
  new CatalogueError(
    errorIds.unavailable,
    'The list took too long. Lists do until all processes, or those of a newly indexed field, are counted: try again later.',
    {
      retryAfter: 30,
      cause,
    },
  );

function tooMany(help: string, cause: unknown): CatalogueError {
  const detail = `More processes would have to be read than one request may. ${help}`;
  return new CatalogueError(errorIds.invalidValue, detail, { errors: [{ pointer: '/filters', detail: help }], cause });
}

const adviceOf = ({ slowFields, order }: ListPlan): string =>
  slowFields.length > 0
    ? `Declare ${slowFields.map((name) => `fields.${name}`).join(', ')} with x-indexed: true, or narrow the filters.`
    : order === 'other'
      ? 'Narrow the filters, take an earlier page, or sort by createdTs: its pages are found at once, however far they are.'
      : 'Narrow the filters: state, priority, stageKey and equality of one field with x-indexed are answered at once.';
