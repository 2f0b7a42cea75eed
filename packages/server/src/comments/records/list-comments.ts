import type { Position } from '../../filters/paging.js';
import { type Queryable, sql } from '../../postgres/database.js';
import { type CommentRow, commentColumns } from './comment-row.js';

/** Which comments of a process are listed. Ids must be UUIDs. */
export interface CommentSearch {
  readonly subProjectId: string;
  readonly processId: string;
  readonly taskId: string | undefined;
  readonly runId: string | undefined;
}

/**
 * The newest comments before a place, `limit` at most: a range of one index, however far the place.
 *
 * @param mostBytes of texts after which no further comment is read; the last one may go beyond
 */
export function listComments(
  db: Queryable,
  { subProjectId, processId, taskId, runId }: CommentSearch,
  before: Position,
  limit: number,
  mostBytes?: number,
): Promise<readonly CommentRow[]> {
  const about = sql.and([
    taskId === undefined ? sql`true` : sql`c.task_id = ${taskId}`,
    runId === undefined ? sql`true` : sql`c.run_id = ${runId}`,
  ]);
  const listed = sql`
    select c.*, sum(octet_length(c.body)) over (order by c.created_ts desc, c.id desc rows between unbounded preceding
      and 1 preceding) as bytes
    from comments c
    where c.sub_project_id = ${subProjectId} and c.process_id = ${processId}
      and (c.created_ts, c.id) < (${before.createdTs}::timestamptz, ${before.id}::uuid) and ${about}
    order by c.created_ts desc, c.id desc limit ${limit}`;
  return db<CommentRow>`
    select ${commentColumns} from (${listed}) c
    where ${mostBytes === undefined ? sql`true` : sql`coalesce(c.bytes, 0) <= ${mostBytes}::bigint`}
    order by c.created_ts desc, c.id desc`;
}

/** An earlier text of a comment. */
export interface CommentVersion {
  readonly commentId: string;
  readonly number: number;
  readonly body: string;
  readonly writtenTs: Date;
}

/** Earlier texts that are shown of one comment. */
const MOST_VERSIONS = 50;

/** The latest earlier texts of comments, newest first, in one statement: of the first comments, up to `mostBytes` of texts. */
export async function listVersions(
  db: Queryable,
  subProjectId: string,
  commentIds: readonly string[],
  mostBytes: number,
): Promise<ReadonlyMap<string, readonly CommentVersion[]>> {
  const rows = await db<CommentVersion>`
    select v.comment_id as "commentId", v.number, v.body, v.written_ts as "writtenTs"
    from (
      select v.*, c.place, sum(octet_length(v.body)) over (order by c.place, v.number desc rows unbounded preceding) as bytes
      from unnest(${commentIds}::uuid[]) with ordinality as c (id, place) cross join lateral (
        select * from comment_versions v where v.sub_project_id = ${subProjectId} and v.comment_id = c.id
        order by v.number desc limit ${MOST_VERSIONS}
      ) v
    ) v
    where v.bytes <= ${mostBytes}::bigint
    order by v.place, v.number desc`;
  const versions = new Map<string, CommentVersion[]>();
  for (const row of rows) versions.set(row.commentId, [...(versions.get(row.commentId) ?? []), row]);
  return versions;
}
