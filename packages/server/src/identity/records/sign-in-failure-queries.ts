import type { Queryable } from '../../postgres/database.js';

/** Seconds until none of the subjects has used up its failures; 0 when a sign-in may be tried. */
export async function secondsUntilFree(db: Queryable, subjects: readonly string[], perMinute: number): Promise<number> {
  const [row] = await db<{ seconds: number | null }>`
    select ceil(extract(epoch from max(window_ts) + interval '1 minute' - now()))::int as seconds
    from sign_in_failures
    where subject = any(${subjects}::text[]) and failures >= ${perMinute} and window_ts > now() - interval '1 minute'`;
  return row?.seconds ?? 0;
}

/** Counts one failure for each subject. In order, so that two that share their subjects cannot deadlock. */
export async function recordFailures(db: Queryable, subjects: readonly string[]): Promise<void> {
  await db`
    insert into sign_in_failures as known (subject, window_ts, failures)
    select subject, now(), 1 from unnest(${[...subjects].sort()}::text[]) as subject order by subject
    on conflict (subject) do update set
      failures = case when known.window_ts > now() - interval '1 minute' then known.failures + 1 else 1 end,
      window_ts = case when known.window_ts > now() - interval '1 minute' then known.window_ts else now() end`;
}

/** Bounded per call; what is left goes with the next. */
export async function forgetOldFailures(db: Queryable): Promise<void> {
  await db`
    delete from sign_in_failures where subject in (
      select subject from sign_in_failures where window_ts < now() - interval '2 minutes'
      limit 10000 for update skip locked)`;
}
