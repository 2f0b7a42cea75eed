import type { Static } from 'typebox';
import { flag, list, model, text, texts, timestamp } from '../common.js';
import { uuidOrEmpty } from '../text-form.js';
import { Type } from '../type.js';

/** Bytes of a comment. */
export const LONGEST_COMMENT = 65_536;
/** Files of a comment. */
export const MOST_COMMENT_FILES = 20;

export const commentText = Type.String({
  minLength: 1,
  maxLength: LONGEST_COMMENT,
  description:
    'Text, at most 64 KiB. `@[user-id]` mentions a user, who must be able to see the process; at most 50 users',
});

export const commentFiles = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: MOST_COMMENT_FILES,
    uniqueItems: true,
    description: 'Ids of closed files that belong to the comment. They are attached to the process',
  }),
);

/** What a comment is about, beside its process. */
export const commentSubject = {
  taskId: Type.Optional(uuidOrEmpty('Id of a task of the process that the comment is about')),
  runId: Type.Optional(uuidOrEmpty('Id of a run of the process that the comment is about')),
};

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const timeOrNull = (description: string) => Type.Union([timestamp(description), Type.Null()], { description });

export const commentVersionSchema = model('CommentVersion', 'An earlier text of a comment', {
  version: text('Number of the version, from 1'),
  body: text('The text'),
  writtenTs: timestamp('When the text was written'),
});

export const commentSchema = model('Comment', 'A comment on a process', {
  id: text('Id of the comment'),
  processId: text('Process that the comment is about'),
  taskId: orNull('Task that the comment is about; null: none'),
  runId: orNull('Run that the comment is about; null: none'),
  parentId: orNull('Comment that it replies to; null: none'),
  authorId: text('Id of the user who wrote it'),
  body: orNull('The text; null: the comment was deleted'),
  mentions: texts('Ids of the users that it mentions'),
  fileIds: texts('Ids of its files; listStorage shows those that one may see'),
  createdTs: timestamp('When it was written'),
  editedTs: timeOrNull('When its text was changed last; null: never'),
  deletedTs: timeOrNull('When it was deleted; null: it was not'),
  version: text('Version of the comment. Send it as If-Match when updating'),
  mayUpdate: flag('Whether the caller may change the text'),
  mayDelete: flag('Whether the caller may delete it'),
  versions: Type.Optional(
    list(commentVersionSchema, 'The latest 50 earlier texts, newest first. Present with include=versions'),
  ),
});
export type Comment = Static<typeof commentSchema>;
