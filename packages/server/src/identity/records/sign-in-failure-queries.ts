import { type Fragment, type Queryable, sql } from '../../postgres/database.js';

/** What failed sign-ins of one request are counted for; all of them hashes. */
export interface LimitSubjects {
  /** The person in this browser: the only one that counts where the person signed in with it lately. Undefined without a cookie. */
  readonly device: string | undefined;
  /** The client at its network: the only one that counts where the client signed in from there lately. */
  readonly pair: string;
  /** The client, and the network. */
  readonly shared: readonly string[];
}

/** How long a client is known where it signed in. */
const KNOWN = sql`interval '1 day'`;
/** How long a person is known in a browser. */
const DEVICE_KNOWN = sql`interval '90 days'`;

/** Those that count, as a `text[]`. */
const counted = ({ device, pair, shared }: LimitSubjects): Fragment => sql`(
  select case
    when exists (select from sign_in_devices d where d.device = ${device ?? null} and d.seen_ts > now() - ${DEVICE_KNOWN})
    then array[${device ?? null}::text]
    when exists (select from sign_in_trust t where t.pair = ${pair} and t.seen_ts > now() - ${KNOWN})
    then array[${pair}::text] else ${shared}::text[] end)::text[]`;

/** Seconds until none of the subjects has used up its failures; 0 when a sign-in may be tried. */
export async function secondsUntilFree(db: Queryable, subjects: LimitSubjects, perMinute: number): Promise<number> {
  const [row] = await db<{ seconds: number | null }>`
    select ceil(extract(epoch from max(window_ts) + interval '1 minute' - now()))::int as seconds
    from sign_in_failures
    where subject = any(${counted(subjects)}) and failures >= ${perMinute} and window_ts > now() - interval '1 minute'`;
  return row?.seconds ?? 0;
}

/** Counts one failure for each subject. In order, so that two that share their subjects cannot deadlock. */
export async function recordFailures(db: Queryable, subjects: LimitSubjects): Promise<void> {
  await db`
    insert into sign_in_failures as known (subject, window_ts, failures)
    select subject, now(), 1 from unnest(${counted(subjects)}) as subject order by subject
    on conflict (subject) do update set
      failures = case when known.window_ts > now() - interval '1 minute' then known.failures + 1 else 1 end,
      window_ts = case when known.window_ts > now() - interval '1 minute' then known.window_ts else now() end`;
}

/** Notes that a client signed in; at most one write an hour. */
export async function trust(db: Queryable, pair: string): Promise<void> {
  await db`
    insert into sign_in_trust as known (pair, seen_ts) values (${pair}, now())
    on conflict (pair) do update set seen_ts = now() where known.seen_ts < now() - interval '1 hour'`;
}

/** Notes that a person signed in with a browser; at most one write an hour. */
export async function trustDevice(db: Queryable, device: string): Promise<void> {
  await db`
    insert into sign_in_devices as known (device, seen_ts) values (${device}, now())
    on conflict (device) do update set seen_ts = now() where known.seen_ts < now() - interval '1 hour'`;
}

/** Forgets what no longer counts. Bounded per call; what is left goes with the next. */
export async function forgetOldFailures(db: Queryable): Promise<void> {
  await db`
    delete from sign_in_failures where subject in (
      select subject from sign_in_failures where window_ts < now() - interval '2 minutes'
      limit 10000 for update skip locked)`;
  await db`
    delete from sign_in_trust where pair in (
      select pair from sign_in_trust where seen_ts < now() - ${KNOWN} limit 10000 for update skip locked)`;
  await db`
    delete from sign_in_devices where device in (
      select device from sign_in_devices where seen_ts < now() - ${DEVICE_KNOWN} limit 10000 for update skip locked)`;
}
