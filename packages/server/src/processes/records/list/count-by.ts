import { type Database, type Fragment, sql } from '../../../postgres/database.js';
import { currentVersionOf } from '../../../sub-projects/records/version-queries.js';
import { type CountColumn, countsOfColumn } from '../totals/counts-of-column.js';
import { countsOfField, MOST_VALUES } from '../totals/counts-of-field.js';
import { boundedReading } from './bounded-reading.js';
import type { ListPlan } from './list-plan.js';

/** What processes are counted by. */
export type CountKey =
  | { readonly column: CountColumn }
  | {
      readonly field: string;
      /** Its value as the caller sees it, over `p`. */
      readonly value: Fragment;
      /** Whether counters may answer for it. */
      readonly counted: boolean;
    };

/** Counts of one instant. */
export interface Counts {
  readonly total: number;
  readonly versionId: string | null;
  readonly counts: readonly { readonly value: unknown; readonly count: number }[];
}

/**
 * How many of the processes of a list have which value, and how many there are, in one statement. Cost: by state, priority
 * or stage that of the total of the list; by a counted field the number of its frequent values, or at most 10,000 matches;
 * by another field the number of matches.
 *
 * @throws CatalogueError as `listProcesses`
 */
export async function countBy(db: Database, plan: ListPlan, key: CountKey): Promise<Counts> {
  const counts = 'column' in key ? countsOfColumn(plan, key.column) : countsOfField(plan, key);
  const rows = await boundedReading(db, { ...plan, mayScan: true }, (reader) =>
    reader.run<Row>(sql`
      with counted as materialized (${counts})
      select (${currentVersionOf(plan.subProjectId)}) as "versionId", totals.total, listed.value, listed.count
      from (select coalesce(sum(c.count), 0)::bigint as total from counted c) totals
      left join (select c.value, c.count from counted c where c.listed
        order by c.count desc, c.value limit ${MOST_VALUES}) listed on true
      order by listed.count desc, listed.value`),
  );
  const [first] = rows;
  return {
    total: first?.total ?? 0,
    versionId: first?.versionId ?? null,
    counts: rows.flatMap(({ value, count }) => (count === null ? [] : [{ value, count }])),
  };
}

interface Row {
  readonly total: number;
  readonly versionId: string | null;
  readonly value: unknown;
  readonly count: number | null;
}
