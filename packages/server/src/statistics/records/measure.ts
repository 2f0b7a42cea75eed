import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import type { Dimension } from './stays.js';

/** Which stays are measured, and how. */
export interface Measurement {
  readonly subProjectId: string;
  readonly dimension: Dimension;
  /** Condition over the process `p`; undefined: all processes count. */
  readonly processes: Fragment | undefined;
  readonly from: Date;
  readonly to: Date;
}

/** From how many days on a stay is counted as older; the first is 0. */
export const AGES_IN_DAYS = [0, 1, 7, 30] as const;

export interface MeasuredValue {
  readonly value: string;
  /** Processes that are in it now, by their age as {@link AGES_IN_DAYS}. */
  readonly ages: readonly number[];
  readonly oldestTs: Date | null;
  /** Processes that were in it at the beginning of the time. */
  readonly before: number;
  readonly entered: number;
  readonly left: number;
  /** Median and 90th percentile of the stays that ended in the time. */
  readonly seconds: readonly [number, number] | null;
}

/** The stays that had not ended before the time. */
export const staysOf = ({ subProjectId, dimension, processes, from }: Measurement): Fragment => sql`
  select s.process_id, s.value, s.entered_ts, s.left_ts from process_stays s
  ${processes === undefined ? sql`` : sql`join processes p on p.sub_project_id = s.sub_project_id and p.id = s.process_id`}
  where s.sub_project_id = ${subProjectId}::uuid and s.dimension = ${dimension} and s.left_ts >= ${from}
    and ${processes ?? sql`true`}`;

/** Cost: the stays that go on or ended in the time; an index alone answers where all processes count. */
export function measureValues(db: Queryable, measurement: Measurement): Promise<readonly MeasuredValue[]> {
  const { from, to } = measurement;
  const isIn = (time: Fragment) => sql`${time} >= ${from} and ${time} < ${to}`;
  const ages = AGES_IN_DAYS.map((days, at) => {
    const next = AGES_IN_DAYS[at + 1];
    const older = next === undefined ? sql`true` : sql`s.entered_ts > now() - ${next} * interval '1 day'`;
    return sql`count(*) filter (where s.left_ts = 'infinity' and s.entered_ts <= now() - ${days} * interval '1 day' and ${older})`;
  });
  return db<MeasuredValue>`
    select s.value, array[${sql.join(ages, sql`, `)}]::integer[] as ages,
      min(s.entered_ts) filter (where s.left_ts = 'infinity') as "oldestTs",
      (count(*) filter (where s.entered_ts < ${from}))::integer as before,
      (count(*) filter (where ${isIn(sql`s.entered_ts`)}))::integer as entered,
      (count(*) filter (where ${isIn(sql`s.left_ts`)}))::integer as "left",
      percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from s.left_ts - s.entered_ts))
        filter (where ${isIn(sql`s.left_ts`)}) as seconds
    from (${staysOf(measurement)}) s group by s.value`;
}

export interface MeasuredBucket {
  /** Place of the part among those of the time, from 1. */
  readonly number: number;
  readonly value: string;
  readonly entered: number;
  readonly left: number;
}

/**
 * What came and left in each part of the time; parts in which nothing did are left out.
 *
 * @param starts when the parts begin, the first `from`
 */
export function measureBuckets(
  db: Queryable,
  measurement: Measurement,
  starts: readonly Date[],
): Promise<readonly MeasuredBucket[]> {
  const { from, to } = measurement;
  return db<MeasuredBucket>`
    select width_bucket(m.ts, ${starts}::timestamptz[]) as number, s.value, sum(m.entered)::integer as entered,
      sum(m."left")::integer as "left"
    from (${staysOf(measurement)}) s
    cross join lateral (values (s.entered_ts, 1, 0), (s.left_ts, 0, 1)) as m (ts, entered, "left")
    where m.ts >= ${from} and m.ts < ${to}
    group by 1, 2`;
}

/** A time, and into what parts it is cut. */
export interface Parts {
  readonly from: Date;
  readonly to: Date;
  readonly bucket: string;
  readonly timeZone: string;
}

/**
 * When the parts of a time begin, the oldest first.
 *
 * @param most how many are returned
 */
export async function startsOf(
  db: Queryable,
  { from, to, bucket, timeZone }: Parts,
  most: number,
): Promise<readonly Date[]> {
  // Hours that the clock is put forward over begin together with the next one.
  const rows = await db<{ start: Date }>`
    select distinct local at time zone ${timeZone} as start
    from generate_series(date_trunc(${bucket}, ${from}::timestamptz at time zone ${timeZone}),
      ${to}::timestamptz at time zone ${timeZone}, ('1 ' || ${bucket})::interval) as local
    where local at time zone ${timeZone} < ${to} order by start limit ${most}`;
  return rows.map(({ start }) => start);
}
