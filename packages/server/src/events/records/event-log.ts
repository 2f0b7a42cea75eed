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
  /** Bytes of `data` as it is stored. */
  readonly size: number;
}

const columns: Fragment = sql`e.position, e.type, e.process_id as "processId", e.sequence, e.subject_type as "subjectType",
  e.subject_id as "subjectId", e.data, e.by_id as "byId", e.by_name as "byName", e.trace_id as "traceId",
  e.created_ts as "createdTs", pg_column_size(e.data) as size`;

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

/** A part of the log. */
export interface LogRange {
  readonly subProjectId: string;
  /** Position before the first one. */
  readonly after: number;
  /** The last position looked at: what a statement costs is bounded by it, however few events match. */
  readonly until: number;
  readonly limit: number;
}

/** Events of a range, oldest first. @param wanted condition over `e`, see {@link ofTypes} */
export const eventsBetween = (
  db: Queryable,
  { subProjectId, after, until, limit }: LogRange,
  wanted: Fragment = sql`true`,
): Promise<readonly LoggedEvent[]> => db<LoggedEvent>`
  select ${columns} from event_log e
  where e.sub_project_id = ${subProjectId} and e.position > ${after} and e.position <= ${until} and ${wanted}
  order by e.position limit ${limit}`;

/** A part of the events of one process. Members that are left out do not limit it. */
export interface ProcessRange {
  readonly subProjectId: string;
  readonly processId: string;
  readonly afterSequence: number;
  readonly afterPosition: number;
  readonly limit: number;
}

/** Events of one process, oldest first; walks the index of the process. */
export const eventsOfProcess = (
  db: Queryable,
  { subProjectId, processId, afterSequence, afterPosition, limit }: ProcessRange,
  wanted: Fragment = sql`true`,
): Promise<readonly LoggedEvent[]> => db<LoggedEvent>`
  select ${columns} from event_log e
  where e.sub_project_id = ${subProjectId} and e.process_id = ${processId} and e.sequence > ${afterSequence}
    and e.position > ${afterPosition} and ${wanted}
  order by e.sequence limit ${limit}`;

/** Whether `e` is of one of the types: names, `<area>.*`, or `*`. */
export function ofTypes(patterns: readonly string[]): Fragment {
  if (patterns.includes('*')) return sql`true`;
  const names = patterns.filter((pattern) => !pattern.endsWith('.*'));
  const areas = patterns.filter((pattern) => pattern.endsWith('.*')).map((pattern) => pattern.slice(0, -1));
  return sql`(e.type = any(${names}::text[]) or exists (
    select from unnest(${areas}::text[]) as area (name) where starts_with(e.type, area.name)))`;
}
