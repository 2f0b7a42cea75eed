import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** A link to one task for one person, as it is stored. */
export interface TaskLinkRow {
  readonly subProjectId: string;
  readonly secretHash: string;
  readonly taskId: string;
  readonly userId: string;
  readonly createdTs: Date;
  readonly expiresTs: Date;
}

/**
 * Stores a link, unless the person got too many to the task since a time.
 *
 * @returns whether it was stored
 */
export async function insertTaskLink(
  tx: Transaction,
  link: TaskLinkRow,
  limit: { readonly most: number; readonly since: Date },
): Promise<boolean> {
  const { subProjectId, taskId, userId } = link;
  // The task, so that links which are made at the same instant are counted.
  const [task] = await tx`
    select id from tasks where sub_project_id = ${subProjectId} and id = ${taskId} and state = 'OPEN' for no key update`;
  if (task === undefined) return false;
  const { count } = await tx`
    insert into task_links (sub_project_id, secret_hash, task_id, user_id, created_ts, expires_ts)
    select ${subProjectId}, ${link.secretHash}, ${taskId}, ${userId}, ${link.createdTs}, ${link.expiresTs}
    where (
      select count(*) from task_links l
      where l.sub_project_id = ${subProjectId} and l.task_id = ${taskId} and l.user_id = ${userId}
        and l.created_ts >= ${limit.since}
    ) < ${limit.most}`;
  return count === 1;
}

export async function findTaskLink(
  db: Queryable,
  { subProjectId, secretHash }: Pick<TaskLinkRow, 'subProjectId' | 'secretHash'>,
): Promise<TaskLinkRow | undefined> {
  const [row] = await db<TaskLinkRow>`
    select sub_project_id as "subProjectId", secret_hash as "secretHash", task_id as "taskId", user_id as "userId",
      created_ts as "createdTs", expires_ts as "expiresTs"
    from task_links where sub_project_id = ${subProjectId} and secret_hash = ${secretHash}`;
  return row;
}

/** Counts one more form that was sent with a link. @returns how many there were in the hour that began with the first of them */
export async function countPress(
  db: Queryable,
  { subProjectId, secretHash }: Pick<TaskLinkRow, 'subProjectId' | 'secretHash'>,
): Promise<number> {
  const isInHour = sql`hour_ts > now() - interval '1 hour'`;
  const [row] = await db<{ presses: number }>`
    update task_links set presses = case when ${isInHour} then presses + 1 else 1 end,
      hour_ts = case when ${isInHour} then hour_ts else now() end
    where sub_project_id = ${subProjectId} and secret_hash = ${secretHash} returning presses`;
  return row?.presses ?? 0;
}

/** Forgets links that ended by time 30 days ago: until then they tell what became of the task. Bounded per call. */
export async function forgetTaskLinks(db: Queryable, limit = 1000): Promise<void> {
  await db`
    delete from task_links where (sub_project_id, secret_hash) in (
      select sub_project_id, secret_hash from task_links where expires_ts < now() - interval '30 days'
      order by expires_ts limit ${limit} for update skip locked)`;
}
