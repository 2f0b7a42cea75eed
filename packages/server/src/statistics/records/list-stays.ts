import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { type Measurement, staysOf } from './measure.js';

/** Which number of getProcessStatistics is listed. */
export type StayKind = 'now' | 'entered' | 'left';

export interface StayList {
  readonly value: string;
  readonly of: StayKind;
  /** With `now`: only stays of this number of days or longer. */
  readonly fromDays: number;
  readonly limit: number;
  readonly offset: bigint;
}

export interface ListedStay {
  readonly processId: string;
  readonly enteredTs: Date;
  /** Null: it goes on. */
  readonly leftTs: Date | null;
}

/** The stays that `measureValues` counts for a value, the longest first. Cost: as there, those of the value. */
export async function listStays(
  db: Queryable,
  measurement: Measurement,
  { value, of, fromDays, limit, offset }: StayList,
): Promise<{ readonly total: number; readonly stays: readonly ListedStay[] }> {
  const { from, to } = measurement;
  const isIn = (time: Fragment) => sql`${time} >= ${from} and ${time} < ${to}`;
  const conditions: Readonly<Record<StayKind, Fragment>> = {
    now: sql`s.left_ts = 'infinity' and s.entered_ts <= now() - ${fromDays} * interval '1 day'`,
    entered: isIn(sql`s.entered_ts`),
    left: isIn(sql`s.left_ts`),
  };
  const matching = sql`from (${staysOf(measurement)}) s where s.value = ${value} and ${conditions[of]}`;
  const [counted] = await db<{ total: number }>`select count(*)::integer as total ${matching}`;
  const stays = await db<ListedStay>`
    select s.process_id as "processId", s.entered_ts as "enteredTs", nullif(s.left_ts, 'infinity') as "leftTs" ${matching}
    order by case when s.left_ts = 'infinity' then now() else s.left_ts end - s.entered_ts desc, s.process_id, s.entered_ts
    limit ${limit} offset ${offset}`;
  return { total: counted?.total ?? 0, stays };
}
