import type { Page } from '../../../filters/paging.js';
import type { Fragment } from '../../../postgres/database.js';
import type { Countable } from '../totals/countable.js';

/** One page of processes, every part over the alias `p`. */
export interface ProcessListQuery {
  readonly subProjectId: string;
  readonly where: Fragment;
  readonly orderBy: Fragment;
  /** The order is that of D4, or its reverse, or that of other keys. */
  readonly order: 'newest first' | 'oldest first' | 'other';
  /** An `integer[]`, see `FieldVisibility`. */
  readonly covered: Fragment;
  readonly page: Page;
  /** The same condition as counters answer it, if they can. */
  readonly countable: Countable | undefined;
  /** Whether more processes may be read than the request names or the page has: to count them, or on the way to the page. */
  readonly reads: boolean;
  /** Fields without an index that filters or order read, to name what would help. */
  readonly slowFields: readonly string[];
}
