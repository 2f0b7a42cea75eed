import type { Comment } from '@millrace/contract';
import { grantsOf } from '../../access/authorize.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Principal } from '../../use-case/caller.js';
import type { CommentRow } from '../records/comment-row.js';
import type { CommentVersion } from '../records/list-comments.js';

/** What a caller may do with comments; decides {@link presentComment}. */
export interface CommentReader {
  readonly userId: string | undefined;
  readonly writes: boolean;
  readonly administrator: boolean;
}

/** @param subProject where the comments are */
export function readerOf(principal: Principal, subProject: SubProject): CommentReader {
  if (principal.kind === 'system') return { userId: undefined, writes: false, administrator: false };
  const { userId, administrator } = principal;
  return { userId, administrator, writes: grantsOf(principal, subProject).has('comment.write') };
}

/** A comment on the wire. */
export function presentComment(
  comment: CommentRow,
  { userId, writes, administrator }: CommentReader,
  versions?: readonly CommentVersion[],
): Comment {
  const { body, createdTs, editedTs, deletedTs, version, mentions, fileIds, ...rest } = comment;
  const own = comment.authorId === userId;
  const may = writes && body !== null;
  return {
    ...rest,
    body,
    mentions: [...mentions],
    fileIds: [...fileIds],
    createdTs: createdTs.toISOString(),
    editedTs: editedTs?.toISOString() ?? null,
    deletedTs: deletedTs?.toISOString() ?? null,
    version: String(version),
    mayUpdate: may && own,
    mayDelete: may && (own || administrator),
    ...(versions === undefined
      ? {}
      : {
          versions: versions.map(({ number, body: text, writtenTs }) => ({
            version: String(number),
            body: text,
            writtenTs: writtenTs.toISOString(),
          })),
        }),
  };
}

/** Ids of the people that comments name. */
export const peopleOf = (comments: readonly CommentRow[]): string[] =>
  comments.flatMap(({ authorId, mentions }) => [authorId, ...mentions]);
