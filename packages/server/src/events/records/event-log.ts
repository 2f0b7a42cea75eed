import { type Fragment, type Queryable, sql } from '../../postgres/database.js';

/** An event as it is stored; what the reader may see is not applied yet. */
export interface LoggedEvent {
  readonly position: number;
  readonly type: string;
  readonly processId: string | null;
  readonly sequence: number | null;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly byId: string;
  readonly byName: string;
  readonly traceId: string;
  readonly createdTs: Date;
  /** Bytes of `data` as text; its stored form is compressed. */
  readonly size: number;
}

const columns: Fragment = sql`e.position, e.type, e.process_id as "processId", e.sequence, e.subject_type as "subjectType",
  e.subject_id as "subjectId", e.data, e.by_id as "byId", e.by_name as "byName", e.trace_id as "traceId",
  e.created_ts as "createdTs", octet_length(e.data::text) as size`;

/** Bytes of `data` that one read returns, and one event more. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Events of one read. */
export interface LogPart {
  readonly events: readonly LoggedEvent[];
  /** Whether the range has no more events. If it may have more, the next read begins after the last of these. */
  readonly isWhole: boolean;
}

/**
 * The first events of a part of the log, until there are `limit` of them or their data is too large.
 *
 * @param order by which an index finds them; the same order as that of their positions
 */
async function firstOf(db: Queryable, part: Fragment, order: Fragment, limit: number): Promise<LogPart> {
  // The stored size is known without decompressing, and at most four bytes above the size: it cuts before the size is taken.
  const events = await db<LoggedEvent>`
    select "position", type, "processId", sequence, "subjectType", "subjectId", data, "byId", "byName", "traceId", "createdTs",
      size
    from (
      select *, sum(size) over (order by "position" rows unbounded preceding) - size as earlier from (
        select ${columns} from (
          select e.*, sum(pg_column_size(e.data) - 4) over (order by e.position rows unbounded preceding)
            - pg_column_size(e.data) + 4 as earlier
          from (select * from event_log e where ${part} order by ${order} limit ${limit}) e
        ) e where e.earlier < ${MOST_BYTES}
      ) e
    ) e where e.earlier < ${MOST_BYTES} order by "position"`;
  const bytes = events.reduce((sum, { size }) => sum + size, 0);
  return { events, isWhole: events.length < limit && bytes < MOST_BYTES };
}

/** The positions between which a log has events. */
export interface LogEnds {
  /** 0 for a log without events. */
  readonly latest: number;
  /** Of the oldest event that was not deleted. */
  readonly first: number;
}

export async function logEnds(db: Queryable, subProjectId: string): Promise<LogEnds> {
  const [row] = await db<LogEnds>`
    select p.last_position as latest, p.first_position as first from event_positions p
    where p.sub_project_id = ${subProjectId}`;
  return row ?? { latest: 0, first: 1 };
}

/** The logs of all sub-projects with their last positions as a query, for maintenance that looks at each. */
export const logPositions: Fragment = sql`select sub_project_id, last_position from event_positions`;

/** The sub-projects whose oldest events were deleted, with the position of the first one that was not. */
export const logsWithDeletedEvents = (
  db: Queryable,
): Promise<readonly { readonly subProjectId: string; readonly first: number }[]> =>
  db<{ subProjectId: string; first: number }>`
    select p.sub_project_id as "subProjectId", p.first_position as first from event_positions p where p.first_position > 1`;

/** A part of the log. */
export interface LogRange {
  readonly subProjectId: string;
  /** Position before the first one. */
  readonly after: number;
  /** The last position looked at: what a statement costs is bounded by it, however few events match. */
  readonly until: number;
  readonly limit: number;
}

/** The first events of a range, oldest first. @param wanted condition over `e`, see {@link ofTypes} */
export const eventsBetween = (
  db: Queryable,
  { subProjectId, after, until, limit }: LogRange,
  wanted: Fragment = sql`true`,
): Promise<LogPart> =>
  firstOf(
    db,
    sql`e.sub_project_id = ${subProjectId} and e.position > ${after} and e.position <= ${until} and ${wanted}`,
    sql`e.position`,
    limit,
  );

/** Positions that one look for events of some types passes at most. */
const WINDOW = 10_000;

/** The next events of some types, for who follows a log. */
export interface NextEvents {
  readonly events: readonly LoggedEvent[];
  /** Up to here the log has no others of these types: where the next look begins. */
  readonly next: number;
  /** Whether the log goes on after that. */
  readonly hasMore: boolean;
  /** Whether events after the position were deleted before they were looked at. */
  readonly hasMissed: boolean;
}

/** The first events of some types after a position. @param types as {@link ofTypes} takes them */
export async function nextEvents(
  db: Queryable,
  {
    subProjectId,
    position,
    limit,
  }: { readonly subProjectId: string; readonly position: number; readonly limit: number },
  types: readonly string[],
): Promise<NextEvents> {
  const { latest, first } = await logEnds(db, subProjectId);
  const after = Math.max(position, first - 1);
  const until = Math.min(latest, after + WINDOW);
  const { events, isWhole } = await eventsBetween(db, { subProjectId, after, until, limit }, ofTypes(types));
  const next = isWhole ? until : (events.at(-1)?.position ?? until);
  return { events, next, hasMore: next < latest, hasMissed: after > position };
}

/** A part of the events of one process. */
export interface ProcessRange {
  readonly subProjectId: string;
  readonly processId: string;
  readonly afterSequence: number;
  readonly afterPosition: number;
  /** The last position: what was committed later is not in the answer. */
  readonly untilPosition: number;
  readonly limit: number;
}

/** The first events of one process, oldest first; walks the index of the process. */
export const eventsOfProcess = (
  db: Queryable,
  { subProjectId, processId, afterSequence, afterPosition, untilPosition, limit }: ProcessRange,
  wanted: Fragment = sql`true`,
): Promise<LogPart> =>
  firstOf(
    db,
    sql`e.sub_project_id = ${subProjectId} and e.process_id = ${processId} and e.sequence > ${afterSequence}
      and e.position > ${afterPosition} and e.position <= ${untilPosition} and ${wanted}`,
    sql`e.sequence`,
    limit,
  );

/** Whether `e` is of one of the types: names, `<area>.*`, or `*`. */
export function ofTypes(patterns: readonly string[]): Fragment {
  if (patterns.includes('*')) return sql`true`;
  const names = patterns.filter((pattern) => !pattern.endsWith('.*'));
  const areas = patterns.filter((pattern) => pattern.endsWith('.*')).map((pattern) => pattern.slice(0, -1));
  return sql`(e.type = any(${names}::text[]) or exists (
    select from unnest(${areas}::text[]) as area (name) where starts_with(e.type, area.name)))`;
}

/** Position of the first event that got into the log at this time or later; undefined when there is none. */
export async function positionSince(db: Queryable, subProjectId: string, since: Date): Promise<number | undefined> {
  const [row] = await db<{ position: number }>`
    select e.position from event_log e where e.sub_project_id = ${subProjectId} and e.logged_ts >= ${since}
    order by e.position limit 1`;
  return row?.position;
}

/** Events by their positions, as far as the log still has them. */
export const eventsAt = (
  db: Queryable,
  subProjectId: string,
  positions: readonly number[],
): Promise<readonly LoggedEvent[]> =>
  db<LoggedEvent>`
    select ${columns} from event_log e
    where e.sub_project_id = ${subProjectId} and e.position = any(${positions}::bigint[]) order by e.position`;
