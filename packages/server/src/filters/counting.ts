import type { Meta } from '@millrace/contract';
import { type Fragment, type Queryable, sql } from '../postgres/database.js';
import { metaOf, type Page } from './paging.js';

/** Totals of lists without counters stop here, so that a total costs the same whatever the size of the list. */
export const COUNT_LIMIT = 10_000;

/** How many rows there are, counted up to `limit`: an expression of a statement. @param rows from where, and which */
export const countedTo = (limit: number, rows: Fragment): Fragment =>
  sql`(select count(*) from (select ${rows} limit ${limit}) counted)`;

/** The total of a list, one more than {@link COUNT_LIMIT} at most: an expression of a statement. @param rows as {@link countedTo} */
export const totalOf = (rows: Fragment): Fragment => countedTo(COUNT_LIMIT + 1, rows);

/** The total of a list by a statement of its own: see {@link totalOf}. */
export async function readTotal(db: Queryable, rows: Fragment): Promise<number> {
  const [row] = await db<{ total: number }>`select ${totalOf(rows)} as total`;
  return row?.total ?? 0;
}

/** As {@link metaOf} for a total that was counted with {@link totalOf}. */
export const boundedMetaOf = (page: Page, total: number): Meta =>
  total > COUNT_LIMIT ? { ...metaOf(page, COUNT_LIMIT), atLeast: true } : metaOf(page, total);
