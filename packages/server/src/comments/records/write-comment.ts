import { isUuid } from '../../kernel/identifiers.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { type CommentRow, commentColumns } from './comment-row.js';

/** A new comment. */
export type NewComment = Pick<
  CommentRow,
  'id' | 'processId' | 'taskId' | 'runId' | 'parentId' | 'authorId' | 'mentions' | 'fileIds' | 'createdTs'
> & { readonly subProjectId: string; readonly body: string };

export async function insertComment(tx: Transaction, comment: NewComment): Promise<void> {
  await tx`
    insert into comments ${sql.rows([
      {
        sub_project_id: comment.subProjectId,
        id: comment.id,
        process_id: comment.processId,
        task_id: comment.taskId,
        run_id: comment.runId,
        parent_id: comment.parentId,
        author_id: comment.authorId,
        body: comment.body,
        mentions: comment.mentions,
        file_ids: comment.fileIds,
        created_ts: comment.createdTs,
      },
    ])}`;
}

/** A comment by primary key; an id that is no UUID names nothing. @param lock until the transaction ends */
export async function findComment(
  db: Queryable,
  subProjectId: string,
  commentId: string,
  { lock }: { readonly lock: boolean },
): Promise<CommentRow | undefined> {
  if (!isUuid(commentId)) return undefined;
  const [row] = await db<CommentRow>`
    select ${commentColumns} from comments c where c.sub_project_id = ${subProjectId} and c.id = ${commentId}
    ${sql.raw(lock ? 'for no key update' : '')}`;
  return row;
}

/** Gives a locked comment another text, and keeps the one it has. */
export async function replaceText(
  tx: Transaction,
  subProjectId: string,
  comment: CommentRow,
  text: { readonly body: string; readonly mentions: readonly string[]; readonly at: Date },
): Promise<void> {
  await tx`
    with kept as (
      insert into comment_versions (sub_project_id, comment_id, number, body, written_ts)
      select sub_project_id, id, version, body, coalesce(edited_ts, created_ts) from comments
      where sub_project_id = ${subProjectId} and id = ${comment.id}
    )
    update comments set body = ${text.body}, mentions = ${text.mentions}::uuid[], edited_ts = ${text.at}, version = version + 1
    where sub_project_id = ${subProjectId} and id = ${comment.id}`;
}

/** Takes all texts of a locked comment away. */
export async function eraseText(tx: Transaction, subProjectId: string, commentId: string, at: Date): Promise<void> {
  await tx`delete from comment_versions where sub_project_id = ${subProjectId} and comment_id = ${commentId}`;
  await tx`
    update comments set body = null, mentions = '{}', deleted_ts = ${at}, version = version + 1
    where sub_project_id = ${subProjectId} and id = ${commentId}`;
}

/** Deletes the comments of a process with their earlier texts; how many there were. */
export async function eraseCommentsOf(tx: Transaction, subProjectId: string, processId: string): Promise<number> {
  const rows = await tx`
    delete from comments where sub_project_id = ${subProjectId} and process_id = ${processId} returning id`;
  return rows.length;
}

/** Who wrote comments, by their ids. */
export async function authorsOf(
  db: Queryable,
  subProjectId: string,
  commentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ id: string; authorId: string }>`
    select c.id, c.author_id as "authorId" from comments c
    where c.sub_project_id = ${subProjectId} and c.id = any(${commentIds}::uuid[])`;
  return new Map(rows.map(({ id, authorId }) => [id, authorId]));
}
