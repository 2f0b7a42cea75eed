import { LAST_PAGE, type Meta, MOST_PER_PAGE, pageNumber, patternOf, perPage } from '@millrace/contract';
import { isUuid, LAST_ID } from '../kernel/identifiers.js';
import { FilterError } from './filter-error.js';

/** One page of a list. */
export interface Page {
  readonly page: number;
  readonly perPageCount: number;
  readonly limit: number;
  /** Exact for every page number accepted; a statement takes it as it is. */
  readonly offset: bigint;
}

const forms = { page: patternOf(pageNumber('')), perPageCount: patternOf(perPage('')) };

/**
 * Reads the paging of a list (D4); absent parameters are page 1 of 10.
 *
 * @throws FilterError unless both are what the contract takes
 */
export function parsePage(query: {
  readonly page?: string | undefined;
  readonly perPageCount?: string | undefined;
}): Page {
  const page = read('page', query.page ?? '1', LAST_PAGE);
  const perPageCount = read('perPageCount', query.perPageCount ?? '10', MOST_PER_PAGE);
  return { page, perPageCount, limit: perPageCount, offset: BigInt(page - 1) * BigInt(perPageCount) };
}

function read(name: keyof typeof forms, text: string, maximum: number): number {
  if (forms[name].test(text)) return Number(text);
  throw new FilterError('malformed', `/${name}`, `${name} must be a whole decimal number from 1 to ${maximum}.`);
}

/** The `meta` of a list response; `totalPages` of nothing is "0" (D4). */
export function metaOf(page: Page, total: number): Meta {
  return {
    page: String(page.page),
    perPageCount: String(page.perPageCount),
    totalCount: String(total),
    totalPages: String(Math.ceil(total / page.perPageCount)),
  };
}

/** A position in a list that is newest first. What follows was created before, or at the same time with a lesser id. */
export interface Position {
  readonly createdTs: Date | 'infinity';
  readonly id: string;
}

/** Before the newest row, whatever its time: a server whose clock is ahead writes rows with times in the future. */
export const beforeNewest: Position = { createdTs: 'infinity', id: LAST_ID };

/**
 * Reads an `include` parameter (D1): a comma list of names.
 *
 * @throws FilterError `unknown-key` for any other name
 */
export function parseInclude<Name extends string>(text: string | undefined, known: readonly Name[]): ReadonlySet<Name> {
  const included = new Set<Name>();
  if (text === undefined || text === '') return included;
  for (const part of text.split(',')) {
    const name = known.find((one) => one === part.trim());
    if (name === undefined) {
      throw new FilterError('unknown-key', '/include', `There is no "${part.slice(0, 100)}". Use ${known.join(', ')}.`);
    }
    included.add(name);
  }
  return included;
}

/** The position of an item as `after` takes it. */
export const cursorOf = ({ createdTs, id }: { readonly createdTs: Date; readonly id: string }): string =>
  `${createdTs.getTime()}.${id}`;

/**
 * Reads an `after` parameter; absent or empty is before the first item.
 *
 * @throws FilterError unless {@link cursorOf} made it
 */
export function parseAfter(text: string | undefined): Position {
  if (text === undefined || text === '') return beforeNewest;
  const [, ts, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? [];
  if (ts === undefined || !isTime(Number(ts)) || id === undefined || !isUuid(id)) {
    throw new FilterError('malformed', '/after', 'after must be the "next" of a page of this list.');
  }
  return { createdTs: new Date(Number(ts)), id };
}

/** Whether a number of milliseconds since 1970 is a time of the years 1 to 9999, which PostgreSQL reads as it is written. */
export const isTime = (ms: number): boolean => ms >= -62_135_596_800_000 && ms <= 253_402_300_799_999;
