import { type Fragment, sql } from '../../postgres/database.js';

/** A comment as it is stored. */
export interface CommentRow {
  readonly id: string;
  readonly processId: string;
  readonly taskId: string | null;
  readonly runId: string | null;
  readonly parentId: string | null;
  readonly authorId: string;
  /** Null: deleted. */
  readonly body: string | null;
  readonly mentions: readonly string[];
  readonly fileIds: readonly string[];
  readonly createdTs: Date;
  readonly editedTs: Date | null;
  readonly deletedTs: Date | null;
  /** From 1, one more with every change. */
  readonly version: number;
}

/** The select list of a {@link CommentRow}, over the alias `c`. */
export const commentColumns = sql`c.id, c.process_id as "processId", c.task_id as "taskId", c.run_id as "runId",
  c.parent_id as "parentId", c.author_id as "authorId", c.body, c.mentions, c.file_ids as "fileIds",
  c.created_ts as "createdTs", c.edited_ts as "editedTs", c.deleted_ts as "deletedTs", c.version`;

/** The comment `m` that the column `comment_id` of a row names. */
export const commentOf = (row: Fragment): Fragment =>
  sql`comments m on m.sub_project_id = ${row}.sub_project_id and m.id = ${row}.comment_id`;
